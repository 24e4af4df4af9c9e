import type { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { noticesAmong } from '../../reference/mails.ts';
import { answerAll } from './answering.ts';
import { type Caused, caused } from './caused.ts';
import { seeInboxes } from './calls.ts';

const CLAUSE = '9.NOTICES_KEPT';
const MINUTE_MILLISECONDS = 60_000;

/** Point 9, `NOTICES_KEPT`: a notice is in the inbox until its time is over, and not any more afterwards. */
export function* deriveKeptNotices(context: DerivationContext): Cases {
  const { plan, capabilities } = context;
  if (!(CLAUSE in plan.clauses)) return;
  if (!capabilities.clock) return context.cannot('clock', CLAUSE);
  if (!capabilities.receiver) return context.cannot('receiver', CLAUSE);
  for (const call of plan.calls.filter(({ kind }) => kind === 'notice'))
    for (const cause of call.when.filter(({ schedule }) => schedule === null)) {
      const made = caused(context, call, cause);
      const builder = made === null ? null : keptAndGone(made, call.name);
      if (builder === null) continue;
      yield builder.done(`How long ${call.name} stays in the inbox`, [CLAUSE]);
      return;
    }
  context.cannot('not found', CLAUSE);
}

/** Null if nobody whose inbox can be looked into has the notice, or its record goes before its time is over. */
function keptAndGone({ builder, calls }: Caused, name: string): CaseBuilder | null {
  const kept = builder.context.plan.settings.noticesKeptSeconds * 1000;
  const given = builder.calls.slice(builder.callsBefore).filter(({ call }) => call === name);
  const expect = answerAll(builder, calls);
  builder.steps.push({ kind: 'calls', at: builder.world.now, expect, clauses: [] });
  if (!seeInboxes(builder, given, [CLAUSE])) return null;
  const since = Date.parse(builder.world.now);
  const readers = new Set(noticesAmong(given).map(({ recipient }) => recipient));
  for (const [passed, isThere] of [
    [kept - MINUTE_MILLISECONDS, true],
    [kept + MINUTE_MILLISECONDS, false],
  ] as const) {
    builder.wait(new Date(since + passed).toISOString(), [CLAUSE]);
    const isLiving = given.every(({ record }) => {
      const stored = builder.world.get(record);
      return stored !== null && builder.world.isLiving(stored);
    });
    if (isThere && !isLiving) return null;
    // Its words are those of the record as it is then.
    for (const reader of builder.context.actors.filter((actor) => actor !== null && readers.has(actor)))
      builder.look(
        reader,
        '/api/-/notices?limit=100',
        {
          kind: 'inbox',
          notices: [],
          named: isThere ? [name] : [],
          since: new Date(since + passed - kept).toISOString(),
        },
        [CLAUSE],
      );
  }
  return builder;
}
