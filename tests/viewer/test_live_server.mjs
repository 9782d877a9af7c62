// The server of the live view against clients that are wrong, hostile, slow or many.
// Usage: node test_live_server.mjs RIGOR SOURCE. Exit status 77 where the program has no page in it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ACCEPT, Client, Server, sleep, watch } from "./live_server.mjs";

const [rigor, source] = process.argv.slice(2);
const MALFORMED = 10000, CROWD = 200, PLACES = 32, MOST_GROWTH = 40; // MB

async function start(model, ...options) {
  const server = new Server(rigor, join(source, "models", model), ...options);
  if (!(await server.begin())) {
    if (/has no page/.test(server.err)) {
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
  assert.equal(await get("/", `127.0.0.1:${port}`, "Host: evil.example\r\n"), 400, "two hosts");
  for (const line of [`GET / HTTP/1.0`, `GET http://127.0.0.1:${port}/ HTTP/1.1`, "GET  / HTTP/1.1", "GET /", " / HTTP/1.1"])
    assert.equal(await ask(port, `${line}\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 400, line);
  // what two readers could read differently
  for (const field of ["A : b", " A: b", "A\tb", ": b", "A: b\nHost: evil.example", "A: b\rC: d", "A: \0", "Transfer-Encoding: chunked", "Content-Length: 0, 5"])
    assert.equal(await get("/", `127.0.0.1:${port}`, `${field}\r\n`), 400, field);
  const post = new Client(port);
  assert.equal(await post.request(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`), 405);
  assert.match(post.head, /^Allow: GET$/m);
  assert.equal(await ask(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1073741824\r\n\r\n`), 400);
  assert.equal(await ask(port, "\0\x01\x02 nonsense\r\n\r\n"), 400);
  assert.equal(await ask(port, `GET / HTTP/1.1\r\n${"A: b\r\n".repeat(3000)}`), 431);
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

// who stops sending may still want to read
async function testHalfClosed({ port }) {
  const client = new Client(port);
  client.socket.end(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await client.until(() => client.closed);
  assert.equal(client.body.length, Number(client.head.match(/^Content-Length: (\d+)$/m)[1]), "all of the page");
}

// our answer to a goodbye, and at once the end of the connection
async function testGoodbye({ port }) {
  const cases = [[Buffer.from([3, 232]), 1000], [Buffer.alloc(0), 1005], [Buffer.from([3]), 1002]];
  for (const [reason, code] of cases) {
    const client = await watch(port), began = Date.now();
    client.frame(8, reason);
    await client.until(() => client.closed);
    assert.equal(client.closeCode, code);
    assert.ok(Date.now() - began < 700, `${Date.now() - began} ms`);
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

// a short length in a long form
async function testLengths({ port }) {
  for (const head of [[0x81, 0xfe, 0, 2], [0x81, 0xff, 0, 0, 0, 0, 0, 0, 1, 0]]) {
    const client = await watch(port);
    client.socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(4 + 256)]));
    await client.until(() => client.closeCode === 1002);
    client.end();
  }
}

async function testGiants(server) {
  const before = server.memory();
  for (const length of [1n << 30n, 4097n, (1n << 63n) - 1n, (1n << 64n) - 1n]) {
    const client = await watch(server.port), began = Date.now(), long = length > 65535n, head = Buffer.alloc(long ? 14 : 8);
    head[0] = 0x82 - random(2);
    head[1] = long ? 0xff : 0xfe;
    if (long) head.writeBigUInt64BE(length, 2);
    else head.writeUInt16BE(Number(length), 2);
    client.socket.write(head);
    await client.until(() => client.closeCode === 1009, 5);
    assert.ok(Date.now() - began < 1000, "by its length alone, at once");
    client.socket.write(Buffer.alloc(1 << 20));
    await client.until(() => client.closed, 5);
  }
  assert.ok(server.memory() - before < 8, `${before} MB became ${server.memory()} MB`);
}

// --- many, and slow ------------------------------------------------------------------------------

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

const server = await start("stack10.xml", "--on-failure", "continue");
const witness = await watch(server.port);
await witness.until(() => witness.time > 0.3);
const memory = server.memory(), begin = [witness.time, Date.now()];
const tests = { testRequests, testHandshake, testHalfClosed, testGoodbye, testCommands, testTexts, testLengths, testMalformed, testGiants, testCrowd,
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
assert.equal(await server.end(), 0, server.err);
assert.match(server.out, /all solved/);
console.log("ok");
process.exit(0);
