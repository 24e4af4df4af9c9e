import { parseArgs } from 'node:util';
import { soak } from '../packages/testing/src/soak/soak.ts';

/** `npm run soak -- [--kills N] [--database N] [--races N] [--keys N] [--transfers N]`: ends with 1 where anything was lost, half done or done twice. */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    database: { type: 'string', default: '100' },
    races: { type: 'string', default: '10000' },
    keys: { type: 'string', default: '1000' },
    transfers: { type: 'string', default: '2000' },
    writers: { type: 'string', default: '8' },
  },
});
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
