// The server of the live view against clients that are wrong, hostile, slow or many.
// Usage: node test_live_server.mjs RIGOR SOURCE [FAILING_MALLOC]. Exit status 77 where the program has no page or no server in it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ACCEPT, Client, Server, sleep, watch } from "./live_server.mjs";

const [rigor, source, failingMalloc] = process.argv.slice(2);
const MALFORMED = 10000, CROWD = 200, PLACES = 32, MOST_GROWTH = 40; // MB

async function start(model, ...options) {
  const server = new Server(rigor, join(source, "models", model), ...options);
  if (!(await server.begin())) {
    if (/has no (page|server)/.test(server.err)) {
      console.log(`SKIPPED: ${server.err.trim()}`);
      process.exit(77);
    }
    throw new Error(`it did not start: ${server.err}`);
  }
  return server;
}

async function ask(port, text) {
  const client = new Client(port);
  const status = await client.request(text);
  client.end();
  return status;
}

async function upgrade(port, fields) {
  const client = new Client(port);
  client.port = port;
  const status = await client.open(fields);
  assert.ok(client.head.startsWith("HTTP/1.1 "), client.head);
  client.end();
  return status;
}

// --- who may ask, and what ----------------------------------------------------------------------

async function testRequests({ port }) {
  const get = (path, host, more = "") => ask(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`);
  assert.equal(await get("/", `127.0.0.1:${port}`), 200);
  assert.equal(await get("/", `localhost:${port}`), 200);
  assert.equal(await get("/?x=1", `LOCALHOST:${port}`), 200);
  // DNS rebinding: a name that points here is still not ours
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`, `127.0.0.1:${port}.evil.example`, ""])
    assert.equal(await get("/", host), 403, `Host: ${host}`);
  assert.equal(await get("/", `127.0.0.1:${port}`, "Origin: http://evil.example\r\n"), 403);
  assert.equal(await get("/etc/passwd", `127.0.0.1:${port}`), 404);
  assert.equal(await get("/../../etc/passwd", `127.0.0.1:${port}`), 404);
  assert.equal(await get("/", `127.0.0.1:${port}`, "Host: evil.example\r\n"), 403, "two hosts");
  for (const line of [`GET http://127.0.0.1:${port}/ HTTP/1.1`, " / HTTP/1.1", "EAT / HTTP/1.1", "\0\x01\x02 nonsense"])
    assert.equal(await ask(port, `${line}\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 403, line);
  for (const field of ["Transfer-Encoding: chunked", "Content-Length: 0, 5", "Content-Length: 1073741824"])
    assert.equal(await get("/", `127.0.0.1:${port}`, `${field}\r\n`), 400, field);
  for (const method of ["POST", "HEAD", "OPTIONS"]) {
    const client = new Client(port);
    assert.equal(await client.request(`${method} / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 405);
    assert.match(client.head, /^allow: GET$/m);
  }
  // nothing but pages and WebSockets
  assert.equal(await ask(port, `CONNECT 127.0.0.1:1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 0);
  for (const kind of ["h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__", "toast"])
    assert.notEqual(await get("/", `127.0.0.1:${port}`, `Connection: Upgrade\r\nUpgrade: ${kind}\r\n`), 200, kind);
  // too long: not even an answer
  for (const text of [`GET / HTTP/1.1\r\n${"A: b\r\n".repeat(3000)}`, `GET /${"a".repeat(9000)} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`])
    assert.equal(await ask(port, text), 0);
  // WebSockets: only our own pages
  assert.equal(await upgrade(port, {}), 101);
  assert.equal(await upgrade(port, { host: `localhost:${port}`, origin: `http://localhost:${port}` }), 101);
  for (const origin of ["http://evil.example", "null", "https://127.0.0.1", `http://127.0.0.1:${port + 1}`, `http://127.0.0.1:${port}.evil.example`, null])
    assert.equal(await upgrade(port, { origin }), 403, `Origin: ${origin}`);
  assert.equal(await upgrade(port, { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }), 403);
  assert.equal(await upgrade(port, { version: 8 }), 400);
  assert.equal(await upgrade(port, { key: "short" }), 400);
}

async function testHandshake({ port }) {
  const client = await watch(port);
  assert.ok(client.head.split("\r\n").includes(`Sec-WebSocket-Accept: ${ACCEPT}`), client.head);
  client.frame(9, "are you there?");
  await client.until(() => client.messages.some(({ opcode, data }) => opcode === 10 && data.toString() === "are you there?"));
  // a message in three pieces with a ping between them
  client.frame(1, '{"do":', { final: false });
  client.frame(9, "");
  client.frame(0, '"pau', { final: false });
  client.frame(0, 'se"}');
  await client.until(() => client.state?.paused === 1);
  client.send({ do: "run" });
  await client.until(() => client.state?.paused === 0);
  client.frame(8, Buffer.from([3, 232]));
  await client.until(() => client.closed && client.closeCode === 1000);
}

// all of the page, once: whatever follows on the same connection ends it
async function testPage({ port }) {
  const request = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  const client = new Client(port);
  assert.equal(await client.request(request), 200);
  await client.until(() => client.closed);
  assert.equal(client.body.length, Number(client.head.match(/^content-length: (\d+)$/m)[1]), "all of the page");
  assert.match(client.head, /^connection: close$/m);
  for (const second of [request, request.replace("\r\n\r\n", "\r\nUpgrade: toast\r\nConnection: Upgrade\r\n\r\n")]) {
    const pair = new Client(port);
    pair.socket.pause();
    pair.socket.write(request + second);
    await sleep(0.2);
    pair.socket.write(second);
    pair.socket.resume();
    await pair.until(() => pair.closed, 5);
    assert.equal(pair.head.split(" ")[1], "200");
  }
}

// our answer to a goodbye, and at once the end of the connection
async function testGoodbye({ port }) {
  const code = (value) => Buffer.from([value >> 8, value & 255]);
  const cases = [[code(1000), 1000], [code(4000), 4000], [Buffer.alloc(0), 1005], [Buffer.from([3]), 1002]];
  // codes that nobody may send (RFC 6455, 7.4) do not come back
  for (const value of [0, 999, 1004, 1005, 1006, 1015, 2999]) cases.push([code(value), 1002]);
  for (const [reason, code] of cases) {
    const client = await watch(port), began = Date.now();
    client.frame(8, reason);
    await client.until(() => client.closed);
    assert.equal(client.closeCode, code);
    // half a code is an error, and the library waits for an answer to what it says to that
    if (reason.length !== 1) assert.ok(Date.now() - began < 700, `${Date.now() - began} ms`);
  }
}

// --- commands ------------------------------------------------------------------------------------

async function testCommands({ port }) {
  const client = await watch(port);
  const bad = ["", "nonsense", "[]", "3", "null", '"run"', "{}", '{"do":1}', '{"do":"explode"}', '{"do":"run","do":"pause"}', '{"do":"run","x":1}',
    '{"do":"speed"}', '{"do":"speed","value":0}', '{"do":"speed","value":1e999}', '{"do":"speed","value":"1"}', '{"do":"speed","value":null}',
    '{"do":"step","count":0}', '{"do":"step","count":1.5}', '{"do":"step","count":1000000000}', '{"do":"friction","value":-1}',
    '{"do":"restitution","value":1.01}', '{"do":"solver","name":"nobody"}', '{"do":"solver","name":""}', `{"do":"solver","name":"${"x".repeat(500)}"}`,
    '{"do":"law","name":"pyramid:3"}', '{"do":"solver","name":"a\\u0000b"}', '{"do":"drag","body":0,"point":[0,0,0],"to":[0,0,0]}',
    '{"do":"drag","body":99,"point":[0,0,0],"to":[0,0,0]}', '{"do":"drag","body":1,"point":[0,0],"to":[0,0,0]}',
    '{"do":"drag","body":1,"point":[0,0,0],"to":[0,0,1e300]}', '{"do":"drag","body":1,"point":[0,0,0],"to":[0,0,0],"strength":1e9}',
    "[".repeat(4000), '{"do":"run"}{"do":"run"}', '{"do":"\u00e9\u20ac\u{1f600}"}'];
  for (const [k, text] of bad.entries()) {
    client.frame(1, text);
    await client.until(() => client.texts("error").length > k).catch(() => assert.fail(`no refusal of ${text.slice(0, 60)}`));
  }
  assert.ok(client.texts("error").every(({ reason }) => reason.length > 5));
  client.send({ do: "solver", name: "nsgs" });
  await client.until(() => client.state?.solver === "nsgs");
  client.send({ do: "solver", name: "auto" });
  await client.until(() => client.state?.solver === "auto");
  client.end();
}

// --- malformed frames ----------------------------------------------------------------------------

// xorshift: the same frames every time
let seed = 2463534242;
function random(below) {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
}

function malformed() {
  const bytes = Buffer.from(Array.from({ length: 2 + random(40) }, () => random(256)));
  switch (random(5)) {
    case 0: bytes[0] |= 0x70; break; // reserved bits
    case 1: bytes[1] &= 127; break; // not masked
    case 2: bytes[0] = 0x83 + random(5); break; // no such opcode
    case 3: bytes[0] = 0x09; break; // a ping in pieces
    default: bytes[0] = 0x80 + random(3); break; // whatever it is
  }
  return bytes;
}

async function testMalformed(server) {
  for (let sent = 0; sent < MALFORMED;) {
    const several = await Promise.all(Array.from({ length: 20 }, () => watch(server.port)));
    for (const client of several)
      for (let k = 0; k < 25; k++, sent++) {
        // half of them as frames that are whole with nonsense in them
        if (random(2)) client.socket.write(malformed());
        else client.frame(1, Buffer.from(Array.from({ length: random(60) }, () => random(256))));
      }
    await sleep(0.01);
    for (const client of several) client.end();
  }
}

// texts must be UTF-8: no stray bytes, overlong forms or surrogates, nothing beyond U+10FFFF, nothing cut off
async function testTexts({ port }) {
  const wrong = [[0xff, 0xfe], [0x80], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x7b, 0xe2, 0x82], [0xc3, 0x28]];
  for (const bytes of wrong) {
    const client = await watch(port);
    client.frame(1, Buffer.from(bytes));
    await client.until(() => client.closeCode === 1007);
    client.end();
  }
}

// what a header announces is not set aside; with the first byte behind it the connection ends
async function testGiants(server) {
  const before = server.memory();
  for (const length of [1n << 30n, 4097n, (1n << 63n) - 1n, (1n << 64n) - 1n]) {
    const client = await watch(server.port), long = length > 65535n, head = Buffer.alloc(long ? 14 : 8);
    head[0] = 0x81;
    head[1] = long ? 0xff : 0xfe;
    if (long) head.writeBigUInt64BE(length, 2);
    else head.writeUInt16BE(Number(length), 2);
    client.socket.write(head);
    await sleep(0.1);
    const began = Date.now();
    client.socket.write("x");
    // a length that is none ends it without a word
    await client.until(() => client.closeCode === 1009 || (length >> 63n && client.closed), 5);
    assert.ok(Date.now() - began < 1000, "at once");
    client.socket.write(Buffer.alloc(1 << 20));
    await client.until(() => client.closed, 10);
  }
  const pieces = await watch(server.port);
  for (let k = 0; k < 5; k++) pieces.frame(k ? 0 : 1, "x".repeat(1000), { final: false });
  await pieces.until(() => pieces.closeCode === 1009);
  assert.ok(server.memory() - before < 8, `${before} MB became ${server.memory()} MB`);
}

// --- many, and slow ------------------------------------------------------------------------------

// who says nothing, or only half of it, keeps nobody waiting and is let go
async function testIdle({ port }) {
  const idle = Array.from({ length: 300 }, (_, k) => {
    const client = new Client(port);
    if (k % 2) client.socket.write("GET / HTTP/1.1\r\nHost:");
    return client;
  });
  await sleep(0.3);
  for (let k = 0; k < 5; k++) {
    const client = new Client(port), began = Date.now();
    assert.equal(await client.request(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 200);
    assert.ok(Date.now() - began < 500, `${Date.now() - began} ms beside ${idle.length} that are idle`);
    client.end();
  }
  for (const client of idle) await client.until(() => client.closed, 10);
}

async function testCrowd(server, witness) {
  const clients = Array.from({ length: CROWD }, () => new Client(server.port));
  const status = await Promise.all(clients.map((client) => {
    client.port = server.port;
    return client.open();
  }));
  const count = (wanted) => status.filter((value) => value === wanted).length;
  assert.equal(count(101), PLACES - 1, "all places but the witness's");
  assert.equal(count(503), CROWD - PLACES + 1);
  const before = witness.time;
  await witness.until(() => witness.time > before + 0.5);
  // everybody who was let in sees the motion go on
  for (const [k, client] of clients.entries()) if (status[k] === 101) await client.until(() => client.time > before, 10);
  for (const client of clients) client.end();
  await witness.until(() => witness.state.watchers === 1, 10);
}

// single steps: a frame and a state each
async function steps(client, count) {
  for (const begin = client.received; client.received < begin + 2 * count;) {
    const before = client.received;
    client.send({ do: "step" });
    while (client.received === before) await sleep(0.001);
  }
}

// takes nothing for a while: then it sees what is new, not what it has missed
async function testSlow(server, witness) {
  const client = await watch(server.port);
  await client.until(() => client.time > 0);
  client.socket.pause();
  const before = server.memory();
  await sleep(4);
  assert.ok(server.memory() - before < 12, `${before} MB became ${server.memory()} MB`);
  client.socket.resume();
  await client.until(() => client.time > witness.time - 0.5, 5);
  client.end();
}

// nor does it miss the last moment before a pause, which nothing follows
async function testLate(server, witness) {
  const client = await watch(server.port);
  witness.send({ do: "pause" });
  await witness.until(() => witness.state.paused === 1);
  await client.until(() => client.state?.paused === 1);
  // more than the kernel takes
  client.socket.pause();
  const before = client.received;
  await steps(witness, 1000);
  await witness.until(() => witness.time === witness.state.time);
  client.socket.resume();
  await client.until(() => client.state.time === witness.time, 10);
  assert.ok(client.received - before < 1900, `it has read ${client.received - before} messages: it was not late`);
  await client.until(() => client.time === witness.time, 2);
  client.end();
  witness.send({ do: "run" });
  await witness.until(() => witness.state.paused === 0);
}

// whoever comes gets the past that is kept, also when the ring has gone round
async function testNewcomer(server, witness) {
  const KEPT = 2048, client = await watch(server.port);
  client.send({ do: "pause" });
  await client.until(() => client.state?.paused === 1);
  await steps(client, 0.6 * KEPT);
  await client.until(() => client.time === client.state.time);
  const newcomer = await watch(server.port);
  await newcomer.until(() => newcomer.time === client.time);
  assert.ok(newcomer.messages.length > 0.9 * KEPT, `${newcomer.messages.length} messages`);
  client.send({ do: "run" });
  await witness.until(() => witness.state.paused === 0);
  newcomer.end();
  client.end();
}

async function testVanishing(server) {
  const client = await watch(server.port);
  client.send({ do: "drag", body: 1, point: [0, 0, 0], to: [0, 0, 2] });
  await client.until(() => client.state?.pulls === 1);
  client.socket.resetAndDestroy();
  const next = await watch(server.port);
  await next.until(() => next.state?.pulls === 0, 10);
  next.end();
}

// an address without its token is not enough
async function testToken() {
  for (const option of ["Ab-._~9", "auto"]) {
    const server = await start("stack10.xml", "--token", option), { port } = server, token = new URL(server.address).searchParams.get("token");
    const get = (path) => ask(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    assert.match(token, option === "auto" ? /^[0-9a-f]{32}$/ : /^Ab-\._~9$/);
    assert.equal(await get(`/?token=${token}`), 200);
    for (const path of ["/", "/?token=", "/?token", `/?token=${token}x`, `/?token=${token.slice(1)}`, `/?Token=${token}`, `/${token}`])
      assert.equal(await get(path), 403, path);
    assert.equal(await upgrade(port, {}), 403);
    assert.equal(await upgrade(port, { path: "/live?token=no" }), 403);
    const client = await watch(port, { path: `/live?token=${token}` });
    await client.until(() => client.time > 0);
    assert.equal(await server.end(), 0, server.err);
  }
}

// one allocation of four fails, in every library, for three seconds: who came before sees the motion go on, others do later
async function testMemory() {
  const server = await start("stack10.xml", { LD_PRELOAD: failingMalloc, RIGOR_FAIL_FROM: "1", RIGOR_FAIL_TO: "4" }), { port } = server;
  const first = await watch(port);
  await first.until(() => first.time > 1.2);
  while (first.time < 3.5) {
    const client = new Client(port);
    client.port = port;
    await client.open();
    client.send({ do: "speed", value: 1 });
    client.send("nonsense");
    await ask(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    client.end();
    assert.equal(server.process.signalCode, null, "it lives");
  }
  await first.until(() => first.time > 5);
  const next = await watch(port);
  await next.until(() => next.time > 5 && next.state.watchers === 2);
  assert.equal(await server.end(), 0, server.err);
}

const server = await start("stack10.xml", "--on-failure", "continue");
const witness = await watch(server.port);
await witness.until(() => witness.time > 0.3);
const memory = server.memory(), begin = [witness.time, Date.now()];
const tests = { testRequests, testHandshake, testPage, testGoodbye, testCommands, testTexts, testMalformed, testGiants, testIdle, testCrowd,
  testSlow, testLate, testNewcomer, testVanishing };
for (const [name, test] of Object.entries(tests)) {
  const before = witness.time, began = Date.now();
  await test(server, witness);
  await witness.until(() => witness.time > before, 10);
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s, ${server.memory().toFixed(1)} MB`);
}
const seconds = (Date.now() - begin[1]) / 1000, simulated = witness.time - begin[0];
console.log(`${simulated.toFixed(2)} s simulated in ${seconds.toFixed(2)} s; ${memory.toFixed(1)} MB became ${server.memory().toFixed(1)} MB`);
assert.ok(server.memory() - memory < MOST_GROWTH, "memory is bounded");
assert.ok(simulated > 0.1 * seconds, "it goes on simulating");
// told so, and within a second also with somebody who takes nothing
const stuck = await watch(server.port);
stuck.socket.pause();
await sleep(2);
const asked = Date.now();
assert.equal(await server.end(), 0, server.err);
assert.ok(Date.now() - asked < 1000, `it took ${Date.now() - asked} ms to end`);
await witness.until(() => witness.closed && witness.closeCode === 1001, 5);
assert.match(server.out, /all solved/);
await testToken();
if (failingMalloc) await testMemory();
console.log("ok");
process.exit(0);
