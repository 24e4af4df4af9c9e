import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';
import type { Generated, Sent } from './generate.ts';

// A process of its own that sends the requests of a file, for machines without wrk. It takes much of a core.

const [file = '', origin = '', connections = '', seconds = ''] = process.argv.slice(2);
const requests = JSON.parse(await readFile(file, 'utf8')) as Sent[];
let turn = 0;
const result = await autocannon({
  url: origin,
  connections: Number(connections),
  duration: Number(seconds),
  requests: [{ setupRequest: (given) => ({ ...given, ...requests[turn++ % requests.length] }) }],
});
const generated: Generated = {
  requests: result.requests.total,
  seconds: result.duration,
  wrong: result['4xx'] + result['5xx'],
  errors: result.errors,
  p50: result.latency.p50,
  p99: result.latency.p99,
};
console.log(JSON.stringify(generated));
