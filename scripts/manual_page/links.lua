-- Names of scenes in the gallery become links to them.
function Header(header)
  if PANDOC_STATE.input_files[1] ~= "docs/gallery.md" or header.level ~= 3 then return nil end
  header.content = { pandoc.Link(header.content, "scenes/" .. header.identifier .. ".html") }
  return header
end

-- Links between pages of the manual: page.md#place becomes page.html#place, README.md index.html. What lies outside of docs/
-- has no page; its name stays as text.
function Link(link)
  local target = link.target
  if target:match("^%a+:") or target:match("^#") then return nil end
  local path, place = target:match("^([^#]*)(.*)$")
  if path:match("%.html$") then return nil end
  local up = PANDOC_STATE.input_files[1]:gsub("^docs/", ""):gsub("[^/]", "")
  local climbs = select(2, path:gsub("%.%./", ""))
  if climbs > #up or not (path:match("%.md$") or path:match("/$")) then return link.content end
  path = path:gsub("README%.md$", "index.md"):gsub("/$", "/index.md"):gsub("%.md$", ".html")
  link.target = path .. place
  return link
end
