import { parseDuration } from '../../expression/duration.ts';
import { type Event, timerText, timesOf, type Transition, type Trigger } from '../../model/states.ts';
import type { Plan } from '../../plan/plan.ts';
import { TRUE } from '../../check/analysis/build.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { formerly } from '../former-names.ts';
import { durationWords } from '../duration-words.ts';
import { keptEntities } from '../pairs.ts';

/** Point 4: what time causes, and when it would be due for records that are there. */
export function timerDifferences(comparison: Comparison): Found[] {
  const { former, renamed, now } = comparison;
  return keptEntities(comparison).flatMap((entity) => {
    const at = former.states.findIndex((workflow) => workflow.entity === entity.former.name);
    const before = (renamed.states[at]?.events ?? []).flatMap((event) =>
      timersOf(event, comparison.names.event(entity.former.name, event.name)),
    );
    const after = (now.states.find((workflow) => workflow.entity === entity.now.name)?.events ?? []).flatMap((event) =>
      timersOf(event, event.name),
    );
    const left = [...before];
    const found = after.flatMap((timer): Found[] => {
      const index = bestOf(left, timer);
      const [old] = index < 0 ? [] : left.splice(index, 1);
      return old === undefined
        ? [newTimer(entity.now.name, timer)]
        : keptTimer(comparison, entity.now.name, old, timer);
    });
    return [
      ...found,
      ...left.map(
        (timer): Found => ({
          effect: 'behaviour',
          clause: null,
          former: timer.row.clause,
          text: `time does not cause \`${timer.event ?? timer.formerEvent}\` of \`${entity.now.name}\` any more (${wordsOf(timer)})`,
        }),
      ),
    ];
  });
}

interface Timer {
  readonly event: string | null;
  readonly formerEvent: string;
  readonly row: Transition;
  readonly trigger: Extract<Trigger, { kind: 'after' | 'every' | 'at' }>;
}

function timersOf(event: Event, name: string | null): readonly Timer[] {
  return event.transitions.flatMap((row) =>
    row.by.flatMap((actor): Timer[] => {
      if (actor.kind !== 'after' && actor.kind !== 'every' && actor.kind !== 'at') return [];
      return [
        {
          event: name,
          formerEvent: event.name,
          row,
          trigger: actor,
        },
      ];
    }),
  );
}

/** The timer of the same event, if there is one of the same kind and states the more so. */
function bestOf(timers: readonly Timer[], { event, trigger, row }: Timer): number {
  const same = (timer: Timer): number =>
    timer.event !== event
      ? 0
      : 1 + (timer.trigger.kind === trigger.kind ? 1 : 0) + (String(timer.row.from) === String(row.from) ? 2 : 0);
  const scores = timers.map(same);
  const best = Math.max(0, ...scores);
  return best === 0 ? -1 : scores.indexOf(best);
}

function newTimer(entity: string, timer: Timer): Found {
  return {
    effect: 'behaviour',
    clause: timer.row.clause,
    former: null,
    text: `time causes \`${timer.event}\` of \`${entity}\` (${wordsOf(timer)}): for records that are older it is due at once`,
  };
}

function keptTimer(comparison: Comparison, entity: string, old: Timer, timer: Timer): Found[] {
  const places = { clause: timer.row.clause, former: old.row.clause };
  const subject = `\`${timer.event}\` of \`${entity}\``;
  const found: Found[] = [];
  const [was, is] = [momentOf(comparison.former, old), momentOf(comparison.now, timer)];
  const causes = timesOf(old.trigger).flatMap((time) => comparison.causes(time));
  if (was.words !== is.words || causes.length > 0)
    found.push({
      effect: 'behaviour',
      ...places,
      text: `${subject} is due ${is.words}, formerly ${was.words}${consequence(was.length, is.length)}`,
      ...(causes.length > 0 && { because: causes }),
    });
  const states = (row: Transition) => (Array.isArray(row.from) ? row.from.join(', ') : String(row.from));
  if (states(old.row) !== states(timer.row))
    found.push({
      effect: 'behaviour',
      ...places,
      text: `${subject} is due for records that are ${states(timer.row)}, formerly ${states(old.row)}`,
    });
  const compared = comparison.compare(old.row.when ?? TRUE, timer.row.when ?? TRUE);
  for (const [side, words] of [
    [compared.wider, 'more'],
    [compared.narrower, 'fewer'],
  ] as const)
    if (side.verdict !== 'never')
      found.push({
        effect: side.verdict === 'surely' ? 'behaviour' : 'undecided',
        ...places,
        text:
          side.verdict === 'surely'
            ? `${subject} is due for ${words} records`
            : `${subject} is due on another condition: for more or fewer records is not decided`,
        ...(side.example.length > 0 && { example: side.example }),
      });
  return found;
}

function consequence(was: number | null, is: number | null): string {
  if (was === null || is === null || was === is) return '';
  return is < was ? ': sooner, and for records that are older it is due at once' : ': later';
}

interface Moment {
  readonly words: string;
  /** In microseconds, months of 30 days; null if its length is not fixed. */
  readonly length: number | null;
}

function momentOf({ constants }: Plan, { trigger }: Timer): Moment {
  const { kind } = trigger;
  const moment = kind === 'at' ? trigger.at : trigger.duration;
  const name = moment.kind === 'constant' ? moment.name.replace(formerly(''), '') : null;
  const constant = constants.find((each) => each.name === name);
  const value =
    constant?.value.kind === 'literal' ? constant.value.value : moment.kind === 'literal' ? moment.value : null;
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  const length =
    duration === null ? null : (duration.months * 30 + duration.days) * 86_400_000_000 + duration.microseconds;
  const text = writtenOf(trigger);
  const shown = typeof value === 'string' && name !== null ? `\`${name}\` (${durationWords(value)})` : `\`${text}\``;
  return { words: `${kind} ${shown}`, length: kind === 'at' ? null : length };
}

function wordsOf({ trigger }: Timer): string {
  return `${trigger.kind} \`${writtenOf(trigger)}\``;
}

/** A timer as it is written, without its first word. */
function writtenOf(trigger: Timer['trigger']): string {
  return timerText(trigger)
    .slice(trigger.kind.length + 1)
    .replaceAll(formerly(''), '');
}
