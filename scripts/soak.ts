import { soak } from '../packages/testing/src/soak/soak.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run soak -- [--kills N] [--database N] [--races N] [--keys N] [--transfers N]`: ends with 1 if anything was
 * lost, half done or done twice.
 */
const values = readArguments(
  'Kills the server and PostgreSQL under writers, and prints what was lost, half done or done twice.',
  {
    kills: { value: 'N', default: '200', help: 'how often the server is killed' },
    database: { value: 'N', default: '100', help: 'how often PostgreSQL is killed' },
    races: { value: 'N', default: '10000', help: 'how many races for one record' },
    keys: { value: 'N', default: '1000', help: 'how many requests are repeated under one key' },
    transfers: { value: 'N', default: '2000', help: 'how many transfers both ways' },
    writers: { value: 'N', default: '8', help: 'how many write at once' },
  },
);
const began = Date.now();
const { acknowledged, sealed, faults } = await soak({
  serverKills: Number(values.kills),
  databaseKills: Number(values.database),
  races: Number(values.races),
  keys: Number(values.keys),
  writers: Number(values.writers),
  copies: 20,
  transfers: Number(values.transfers),
  progress: console.log,
});
for (const fault of faults.slice(0, 50)) console.log(fault);
const seconds = ((Date.now() - began) / 1000).toFixed(0);
console.log(`${acknowledged} orders acknowledged, ${sealed} of them sealed, in ${seconds} s: ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
