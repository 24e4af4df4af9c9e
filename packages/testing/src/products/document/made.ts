import { type Draft, type EntityDraft, table } from './draft.ts';
import { Effects } from './effects.ts';
import { Expressions } from './expressions.ts';

/** Point 7, `### Made`: calls that writes and times cause. The constants that they need join point 9. */
export function writeMade(draft: Draft): string[] {
  const { dice } = draft;
  const count = dice.once(2) ? 1 + dice.below(2) : 0;
  if (count === 0) return [];
  const url = draft.fresh('URL').toUpperCase();
  const secret = draft.fresh('SECRET').toUpperCase();
  draft.constants.push({ name: url, value: `env ${url}`, kind: 'env', isOpen: false });
  const parts = ['### Made'];
  let isSecretUsed = false;
  for (let at = 0; at < count; at++) {
    const entity = dice.pick(draft.roots.filter(({ name }) => name !== 'User'));
    const isSigned = dice.once(2);
    isSecretUsed ||= isSigned;
    parts.push(...madeCall(draft, entity, `call_${at + 1}`, { url, secret: isSigned ? secret : null }));
  }
  if (isSecretUsed) draft.constants.push({ name: secret, value: `secret ${secret}`, kind: 'secret', isOpen: false });
  return parts;
}

function madeCall(
  draft: Draft,
  entity: EntityDraft,
  name: string,
  to: { readonly url: string; readonly secret: string | null },
): string[] {
  const { dice } = draft;
  const method = dice.pick(['POST', 'PUT', 'GET', 'DELETE', 'PATCH']);
  const list = entity.fields.find(({ list: is }) => is === 'owned' || is === 'many');
  const each = list !== undefined && dice.once(2) ? list : undefined;
  const hasAnswer = dice.once(3);
  const rows: Record<string, string> = {
    when: dice.once(25) ? 'not shown' : causes(draft, entity),
    'for each': each === undefined ? '' : `m in ${each.name}`,
    request: dice.once(25)
      ? 'not shown'
      : `\`${method} {${to.url}}/things/{id}${dice.once(2) ? '?by={created_at}' : ''}\``,
    headers:
      to.secret !== null && dice.once(2)
        ? `\`authorization: Bearer {${to.secret}}\``
        : dice.once(3)
          ? '`x-kind: {id}`'
          : '',
    signed: to.secret !== null ? `with ${to.secret}` : '',
    expects: dice.once(2) ? '2xx within 2 s' : '',
    retry: dice.pick(['', '2 times, from 1 s, doubling', '1 times, from 2 s']),
    answer: hasAnswer ? 'reference? text' : '',
    then: '',
    fails: dice.pick(['none', 'none', 'not shown']),
  };
  const target = entity.fields.find(
    ({ kind, type, computed, isUnique, rules }) =>
      kind === 'text' &&
      ((type === 'long text' && rules.length <= 1) || (type === 'text' && rules.length === 0)) &&
      computed === null &&
      !isUnique,
  );
  if (hasAnswer && target !== undefined)
    rows['then'] = `\`${target.name} = if response.reference == null then "none" else response.reference\``;
  else rows['answer'] = '';
  if (rows['fails'] === 'none' && each === undefined && dice.once(3)) {
    const effects = new Effects(draft, entity, { here: entity, hasTime: true })
      .draw(1)
      .filter((effect) => !effect.startsWith('delete'));
    if (effects.length > 0) rows['fails'] = `\`${effects.join('; ')}\``;
  }
  const parts = [
    `#### ${name}`,
    table(
      ['part', 'is'],
      Object.entries(rows)
        .filter(([, is]) => is !== '')
        .map(([part, is]) => ({ part, is })),
    ),
  ];
  if (method !== 'GET' && method !== 'DELETE')
    parts.push(`\`\`\`json\n${body(draft, entity, each !== undefined)}\n\`\`\``);
  return parts;
}

/** When a call or a mail about a record is caused. */
export function causes(draft: Draft, entity: EntityDraft): string {
  const { dice } = draft;
  const events = draft
    .events(entity)
    .filter(({ isNew }) => !isNew)
    .map(({ name }) => name);
  const condition = new Expressions(draft).condition({ here: entity, hasTime: true, hasQueries: true }, 1);
  if (dice.once(4))
    return `\`every ${dice.pick(['day', 'monday'])} at 06:00 for ${entity.name}${dice.once(2) ? ` where ${condition}` : ''}\``;
  const all = dice.shuffled(['create', 'update', ...events]).slice(0, 2);
  return `\`${all.map((event, at) => `${entity.name} ${event}${at === 0 && dice.once(3) ? ` if ${condition}` : ''}`).join(', ')}\``;
}

function body(draft: Draft, entity: EntityDraft, hasItem: boolean): string {
  const { dice } = draft;
  const fields = dice.some(
    entity.fields.filter(({ kind, type }) => !['records', 'opaque', 'reference'].includes(kind) && type !== 'secret'),
    3,
  );
  const members = fields.map(({ name }) => `"${name}": "{${name}}"`);
  if (hasItem) members.push('"item": "{m.id}"');
  members.push('"words": "of {id}, {{braced}}"', '"number": 5', '"list": [true, null, "{created_at}"]');
  return `{${members.join(', ')}}`;
}
