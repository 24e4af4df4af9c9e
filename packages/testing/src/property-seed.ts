import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * The seed of every property test. It is the same in each run, so that a run fails by what was changed and by nothing
 * else. `NONET_SEED=random` looks further, and `NONET_SEED=<number>` repeats such a run: a failure prints its seed.
 */
const stated = process.env.NONET_SEED;
fc.configureGlobal({ seed: stated === 'random' ? randomInt(2 ** 31) : Number(stated ?? 1) });
