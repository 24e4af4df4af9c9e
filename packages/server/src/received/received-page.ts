import type { ListedReceived } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { escaped } from '../mails/escaped.ts';

/** The page with the mails that have come, and the form that sends one. */
export const RECEIVED_PAGE = '/-/received';

/** The style of the pages of `dev` on which something comes in. */
export const STYLE = `
  :root { color-scheme: light dark; --line: #dee2e6; --soft: #495057; --page: #f1f3f5; --card: #fff; --told: #995500; --act: #1864ab; }
  @media (prefers-color-scheme: dark) {
    :root { --line: #373a40; --soft: #adb5bd; --page: #141517; --card: #1f2124; --told: #ffc078; --act: #74c0fc; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); font: 15px/1.5 system-ui, sans-serif; }
  main { max-width: 760px; margin: 0 auto; padding: 20px 12px 60px; }
  h1 { margin: 0; font-size: 22px; }
  h2 { margin: 0 0 4px; font-size: 17px; }
  a { color: var(--act); }
  .about { margin: 4px 0 20px; color: var(--soft); }
  article, form.new { margin: 0 0 20px; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px;
    background: var(--card); overflow-wrap: anywhere; }
  label { display: block; margin: 0 0 10px; color: var(--soft); }
  input, select, textarea { display: block; width: 100%; margin: 2px 0 0; padding: 7px 9px; border: 1px solid var(--line);
    border-radius: 6px; background: var(--page); color: CanvasText; font: inherit; }
  textarea { min-height: 110px; resize: vertical; }
  button { padding: 7px 14px; border: 1px solid var(--act); border-radius: 6px; background: none; color: var(--act);
    font: inherit; cursor: pointer; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 12px; margin: 0; color: var(--soft); }
  dt, dd { margin: 0; }
  .told { margin: 8px 0; color: var(--told); }`;

const STATES: Readonly<Record<ListedReceived['state'], string>> = {
  waiting: 'waits',
  taken: 'was taken',
  refused: 'was refused',
  ignored: 'is ignored',
};

interface Received {
  readonly mails: readonly ListedReceived[];
  readonly addresses: readonly { readonly name: string; readonly address: string }[];
  /** The addresses of the demo people. */
  readonly people: readonly string[];
}

/** The page of `nonet dev` on which mails come in, the newest first. Its reader writes the document. */
export function receivedPage(plan: Plan, { mails, addresses, people }: Received): string {
  const title = plan.title === '' ? 'The product' : plan.title;
  const known = [...new Map(addresses.map(({ address }) => [address, address])).values()];
  const form = known.length === 0 ? NOTHING : newMail(known, people);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Received mail – ${escaped(plan.title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>Received mail</h1>
<p class="about">Development: what you send here is received as if it had come from its sender. <a href="/">${escaped(title)}</a></p>
${form}
${mails.map((mail) => card(plan, mail)).join('\n')}
</main>
</body>
</html>
`;
}

const NOTHING = '<p>No address yet. State one under “### Received” in point 7.</p>';

function newMail(addresses: readonly string[], people: readonly string[]): string {
  const options = (values: readonly string[]) =>
    values.map((value) => `<option value="${escaped(value)}">${escaped(value)}</option>`).join('');
  return `<form class="new" method="post" action="${RECEIVED_PAGE}">
<label>To <select name="to">${options(addresses)}</select></label>
<label>From <input name="from" type="email" list="people" value="${escaped(people[0] ?? '')}" required></label>
<datalist id="people">${options(people)}</datalist>
<label>Subject <input name="subject"></label>
<label>Text <textarea name="text"></textarea></label>
<button>Send</button>
</form>`;
}

function card(plan: Plan, mail: ListedReceived): string {
  const { id, sender, subject, at, state, call, entity, record, code, clause, problem, leftOut } = mail;
  const path = plan.entities.find(({ name }) => name === entity)?.path;
  const made = record === null || path === undefined ? null : `${entity} ${record}`;
  const rows = [
    ['from', sender ?? 'nobody'],
    ['at', at.replace('T', ' ').replace('Z', ' UTC')],
    ['outcome', `${STATES[state]}${call === null ? '' : ` by ${call}`}`],
    ...(made === null ? [] : [['became', made]]),
    ...(clause === null ? [] : [['clause', `${clause}${code === null ? '' : ` (${code})`}`]]),
    ...(leftOut === null ? [] : [['left out', leftOut]]),
  ];
  const again =
    state === 'refused'
      ? `<form method="post" action="${RECEIVED_PAGE}"><button name="again" value="${escaped(id)}">Try again</button></form>`
      : '';
  return `<article>
<h2>${escaped(subject === '' ? '(no subject)' : subject)}</h2>
<dl>${rows.map(([word = '', value = '']) => `<dt>${escaped(word)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
${problem === null ? '' : `<p class="told">${escaped(problem)}</p>`}${again}
</article>`;
}
