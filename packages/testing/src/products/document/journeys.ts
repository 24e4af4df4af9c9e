import type { Dice } from './dice.ts';
import { code, type Draft, type EntityDraft, table } from './draft.ts';

/** How rare calls that services sign, and journeys away, are in random documents. */
const SIGNED = 5;
const AWAY = 6;

/** Point 7, `### Answered`: calls that services sign. They are drawn apart, so that all else stays as it is without them. */
export function addSignedCalls(draft: Draft, dice: Dice, parts: string[]): void {
  if (!dice.once(SIGNED)) return;
  const secret = draft.fresh('HOOK').toUpperCase();
  draft.constants.push({ name: secret, value: `secret ${secret}`, kind: 'secret', isOpen: false });
  const entity = dice.pick(draft.roots.filter(({ name }) => name !== 'User'));
  const event = dice.maybe(
    draft.events(entity).filter(({ isNew, rows }) => !isNew && rows.some(({ by }) => by?.includes('system') === true)),
  );
  const form = dice.pick(['', ' within 10 min', ' in x-hook as hex', ' in x-hook as base64', ' in x-hook as t,v1']);
  const signed = { signed: `with ${secret}${form}`, once: dice.once(2) ? 'body.event' : '' };
  const does = event === undefined ? 'nothing' : `${event.name} on ${entity.name} by body.about`;
  const calls = [
    ...(event === undefined ? [] : [{ ...signed, when: code('body.kind == "done"'), does }]),
    { ...signed, when: '', does: 'nothing' },
  ];
  if (!parts.some((part) => part === '### Answered')) parts.unshift('### Answered');
  const at = parts.indexOf('### Answered') + 1;
  // The settings come first, and short calls behind them.
  const behind = parts[at]?.startsWith('| setting') === true ? at + 1 : at;
  const rows = calls.map((call) => ({ call: code('POST /hooks'), ...call, does: code(call.does), answers: '204' }));
  parts.splice(behind, 0, table(['call', 'signed', 'once', 'when', 'does', 'answers'], rows));
}

/** Point 7, `### Made`: a call whose answer is an address to which the browser goes; its field joins the entity. */
export function addJourney(draft: Draft, dice: Dice, parts: string[]): void {
  const workflow = dice.maybe(draft.workflows.filter(({ field, entity }) => field !== null && entity.owner === null));
  if (workflow === undefined || workflow.field === null || !dice.once(AWAY)) return;
  const { entity, states, field } = workflow;
  const state = states.find(({ kind }) => kind === 'initial') ?? states[0];
  if (state === undefined || entity.name === 'User') return;
  const url = draft.fresh('PAGES').toUpperCase();
  draft.constants.push({ name: url, value: `env ${url}`, kind: 'env', isOpen: false });
  const page = addPage(draft, entity, `${field.name} == "${state.name}"`);
  const rows = {
    when: `${entity.name} create`,
    request: `\`POST {${url}}/journeys\``,
    answer: 'page text',
    'goes to': code(`${page} = response.page`),
    hosts: dice.once(2) ? `{${url}}` : '',
    'returns to': dice.once(2) ? '{this}' : '/sign-in',
    fails: code(`${page} = null`),
  };
  const stated = Object.entries(rows).flatMap(([part, is]) => (is === '' ? [] : [{ part, is }]));
  if (!parts.includes('### Made')) parts.push('### Made');
  parts.push('#### journey', table(['part', 'is'], stated), '```json\n{"about": "{id}", "back": "{return_url}"}\n```');
}

/** A field for the address, which nothing else reads; its name. */
function addPage(draft: Draft, entity: EntityDraft, condition: string): string {
  const name = draft.fresh('page');
  const rules = ['optional', 'by system', `when ${condition}`];
  entity.fields.push({
    name,
    type: 'url',
    kind: 'opaque',
    rules,
    computed: null,
    isOptional: true,
    isEntered: false,
    isUnique: false,
  });
  return name;
}
