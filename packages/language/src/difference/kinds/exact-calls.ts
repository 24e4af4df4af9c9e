import { and, FALSE, TRUE } from '../../check/analysis/build.ts';
import type { ExactCall } from '../../model/exact-calls.ts';
import { compareApis } from '../api/compare.ts';
import { exactApi } from '../api/exact.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData, PLACES_AND_WORDS } from '../equal.ts';
import { listed } from '../pairs.ts';
import { widened } from '../widened.ts';

/** Point 7, the exact calls: who may make them, and what they take, do and answer. */
export function exactCallDifferences(comparison: Comparison): Found[] {
  const { former, now } = comparison;
  return [
    ...settings(comparison),
    ...compareApis(exactApi(former), exactApi(now)),
    ...former.answered.calls.flatMap((call) => {
      const own = now.answered.calls.find(({ clause }) => clause === call.clause);
      return own === undefined ? [] : keptCall(comparison, call, own);
    }),
  ];
}

function keptCall(comparison: Comparison, former: ExactCall, now: ExactCall): Found[] {
  const places = { clause: now.clause, former: former.clause };
  const subject = `\`${now.method} ${now.path}\``;
  const found: Found[] = [];
  const by = ({ by: who }: ExactCall): readonly string[] | 'everyone' => who ?? [];
  const [before, is] = [by(former), by(now)];
  const was = before === 'everyone' ? before : before.map((role) => comparison.names.role(role) ?? role);
  if (!isSameData(former.signed, now.signed))
    found.push({
      effect: 'breaking',
      ...places,
      text:
        now.signed === null
          ? `${subject} is not signed any more`
          : `${subject} is signed${former.signed === null ? '' : ' in another way'}, with \`${now.signed.secret}\``,
    });
  else if (was === 'everyone' && is !== 'everyone')
    found.push({
      effect: 'narrower',
      ...places,
      text: `${subject} can be called by ${listed(is)} alone, formerly by everyone`,
    });
  else if (is === 'everyone' && was !== 'everyone')
    found.push({ effect: 'wider', ...places, text: `${subject} can be called by everyone` });
  else if (was !== 'everyone' && is !== 'everyone') {
    const more = is.filter((role) => !was.includes(role));
    const fewer = was.filter((role) => !is.includes(role));
    if (more.length > 0)
      found.push({ effect: 'wider', ...places, text: `${subject} can be called by ${listed(more)} as well` });
    if (fewer.length > 0)
      found.push({ effect: 'narrower', ...places, text: `${subject} can be called by ${listed(fewer)} no longer` });
  }
  const condition = ({ open, when }: ExactCall) => (open.length > 0 ? FALSE : and(when ?? TRUE));
  const guard = condition(former);
  found.push(
    ...widened(
      comparison.compare(
        guard === FALSE || former.when === null ? guard : comparison.rename(former.when),
        condition(now),
      ),
      { subject, wider: 'is answered where it was refused', narrower: 'is refused where it was answered' },
      places,
    ),
  );
  if (former.does?.kind !== now.does?.kind)
    found.push({
      effect: 'behaviour',
      ...places,
      text: `${subject} does something else: ${now.does?.kind ?? 'nothing'}, formerly ${former.does?.kind ?? 'nothing'}`,
    });
  return found;
}

/** The settings of all exact calls. */
function settings({ former, now }: Comparison): Found[] {
  const [was, is] = [former.answered, now.answered];
  const found: Found[] = [];
  const clause = now.answered.calls[0]?.clause ?? '7';
  const before = former.answered.calls[0]?.clause ?? '7';
  const report = (effect: Found['effect'], text: string): number =>
    found.push({ effect, clause, former: before, text });
  if (was.calls.length === 0 || is.calls.length === 0) return [];
  if (was.token !== is.token)
    report('breaking', `the word before the token of exact calls is \`${is.token}\`, formerly \`${was.token}\``);
  if (was.cookie !== is.cookie)
    report('breaking', `the cookie of exact calls is \`${is.cookie}\`, formerly \`${was.cookie}\``);
  if (!isSameData(was.errors, is.errors) || !isSameData(was.errorsOf, is.errorsOf, PLACES_AND_WORDS))
    report('breaking', 'errors of exact calls have another form');
  const origins = (of: typeof was.origins): readonly string[] => (of === 'any' ? ['any'] : (of ?? []));
  const more = origins(is.origins).filter((origin) => !origins(was.origins).includes(origin));
  const fewer = origins(was.origins).filter((origin) => !origins(is.origins).includes(origin));
  if (more.length > 0 && was.origins !== 'any') report('wider', `pages of ${more.join(', ')} may make exact calls`);
  if (fewer.length > 0 && is.origins !== 'any')
    report('narrower', `pages of ${fewer.join(', ')} may make exact calls no longer`);
  return found;
}
