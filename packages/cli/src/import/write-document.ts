import { outline } from '@nonet/language';
import type { Foreign, ForeignCall, ForeignCalls, ForeignEntity, ForeignField, ForeignShape } from './foreign.ts';

/**
 * A document that is begun from what another program states. It says no more than the source: screens, states, roles and
 * all else that the source does not have are `not shown`, and so is the type of a field that it does not say.
 */
export function writeDocument(title: string, source: string, { entities, rules, answered }: Foreign): string {
  const points = outline(title).split(/(?=^## )/m);
  const remark = `> Begun from ${inline(source)}.`;
  const rows = rules.map(({ entity, expression }, place) => `| V${place + 1} | ${entity} | \`${expression}\` | |`);
  const bodies: Readonly<Record<string, string>> = {
    '3': entities.map(entityText).join('\n\n'),
    '5':
      rows.length === 0 ? '' : ['| rule | on | must hold | error |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    '7': answered === undefined || answered.calls.length === 0 ? '' : callsText(answered),
  };
  return points
    .map((point, place) => {
      if (place === 0) return `${point.trimEnd()}\n\n${remark}\n\n`;
      const heading = point.split('\n')[0] ?? '';
      const body = bodies[/\d/.exec(heading)?.[0] ?? ''] ?? '';
      return body === '' ? point : `${heading}\n\n${body}\n\n`;
    })
    .join('')
    .trimEnd()
    .concat('\n');
}

function entityText({ name, prose, fields, unique, hasIntegerId, path }: ForeignEntity): string {
  const settings = [
    ...(hasIntegerId ? ['| id | integer |'] : []),
    ...(path === undefined ? [] : [`| path | ${path} |`]),
    ...(unique.length === 0 ? [] : [`| unique | ${unique.map((names) => names.join(', ')).join('; ')} |`]),
  ];
  return [
    `### ${name}`,
    ...(prose === null ? [] : [paragraph(prose)]),
    // An entity without a field of its own has only settings, or says so.
    ...(fields.length > 0
      ? [
          [
            '| field | type | rules | meaning | note |',
            '| --- | --- | --- | --- | --- |',
            ...fields.map(fieldRow),
          ].join('\n'),
        ]
      : settings.length === 0
        ? ['none']
        : []),
    ...(settings.length === 0 ? [] : [['| setting | is |', '| --- | --- |', ...settings].join('\n')]),
  ].join('\n\n');
}

function callsText({ base, calls, shapes }: ForeignCalls): string {
  return [
    '### Answered',
    ...(base === null ? [] : [['| setting | is |', '| --- | --- |', `| base | ${base} |`].join('\n')]),
    ...calls.map(callText),
    ...(shapes.length === 0 ? [] : ['### Shapes', ...shapes.map(shapeText)]),
    '### Made',
    'not shown',
  ].join('\n\n');
}

function callText({ call, answers, prose }: ForeignCall): string {
  const is = answers === null ? 'not shown' : `\`${answers}\``;
  const parts = ['| part | is |', '| --- | --- |', '| by | not shown |', '| does | not shown |', `| answers | ${is} |`];
  return [`#### \`${call}\``, ...(prose === null ? [] : [paragraph(prose)]), parts.join('\n')].join('\n\n');
}

function shapeText({ name, entity, properties }: ForeignShape): string {
  const rows = properties.map((property) => `| ${property.name} | ${property.is ?? 'not shown'} |`);
  return [
    name === entity ? `#### ${name}` : `#### ${name} of ${entity}`,
    ['| property | is |', '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}

function fieldRow({ name, label, type, rules, meaning, note }: ForeignField): string {
  const words = label === null ? '' : inline(label).replaceAll(/[()]/g, '').trim();
  const cells = [
    words === '' ? name : `${name} (${words})`,
    type ?? 'not shown',
    rules.join(', '),
    meaning === null ? '' : sentence(meaning),
    inline(note),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** A text of somebody else on one line of a table: it can't end the cell, the row or a code span. */
function inline(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/[|`\\<>[\]*_]/g, (sign) => SIGNS[sign] ?? '')
    .trim();
}

/** Signs that have a meaning in Markdown, and what stands for them. */
const SIGNS: Readonly<Record<string, string>> = { '|': '/', '`': "'", '<': '‹', '>': '›', '[': '(', ']': ')', _: '_' };

/** Somebody's words as a cell that no word of the language can be read from. */
function sentence(text: string): string {
  const words = inline(text);
  return words === '' || /[.!?…]$/.test(words) ? words.replace(/^[?—-]+$/, '') : `${words}.`;
}

/** Somebody's words as a paragraph: no heading, list, quote or table begins with them. */
function paragraph(text: string): string {
  const words = sentence(text);
  return /^[\p{L}\p{N}“"'(]/u.test(words) && !/^\d+[.)]/.test(words) ? words : `“${words}”`;
}
