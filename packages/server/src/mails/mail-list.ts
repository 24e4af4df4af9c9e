import { type ListedMail, type QueuedAttachment, titleOfPaper } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { FEEDS_PAGE } from '../feeds/feeds-page.ts';
import { RECEIVED_PAGE } from '../received/received-page.ts';
import { escaped } from './escaped.ts';

const STYLE = `
  :root { color-scheme: light dark; --line: #dee2e6; --soft: #495057; --page: #f1f3f5; --card: #fff; --told: #995500; }
  @media (prefers-color-scheme: dark) {
    :root { --line: #373a40; --soft: #adb5bd; --page: #141517; --card: #1f2124; --told: #ffc078; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); font: 15px/1.5 system-ui, sans-serif; }
  main { max-width: 760px; margin: 0 auto; padding: 20px 12px 60px; }
  h1 { margin: 0; font-size: 22px; }
  .about { margin: 4px 0 20px; color: var(--soft); }
  article { margin: 0 0 20px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); overflow: hidden; }
  header { padding: 12px 16px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
  h2 { margin: 0 0 4px; font-size: 17px; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 12px; margin: 0; color: var(--soft); }
  dt, dd { margin: 0; }
  .told { margin: 8px 0 0; color: var(--told); }
  iframe { display: block; width: 100%; height: 300px; border: 0; resize: vertical; overflow: auto; }
  summary { padding: 8px 16px; border-top: 1px solid var(--line); color: var(--soft); cursor: pointer; }
  .text { height: 220px; }`;

/** Leads to the page on which mails come in. */
const RECEIVED = ` · <a href="${RECEIVED_PAGE}">Received mail</a>`;
const FEEDS = ` · <a href="${FEEDS_PAGE}">Feeds</a>`;

const STATES: Readonly<Record<ListedMail['state'], string>> = {
  waiting: 'waits',
  done: 'would have been sent',
  failed: 'failed',
};

/** The page of `nonet dev` with what would have been sent, the newest first. Its reader writes the document. */
export function mailList({ title, received, feeds }: Plan, mails: readonly ListedMail[], address: string): string {
  const cards = mails.map((mail) => card(mail, address));
  const empty = '<p>No mail yet. State mails under “### Mails” in point 7, and do what causes them.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mails – ${escaped(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>Mails</h1>
<p class="about">Development: none of these was sent. <a href="/">${escaped(title === '' ? 'The product' : title)}</a>${received.length === 0 ? '' : RECEIVED}${feeds.length === 0 ? '' : FEEDS}</p>
${cards.length === 0 ? empty : cards.join('\n')}
</main>
</body>
</html>
`;
}

function card(
  { id, call, to, replyTo, subject, state, queuedAt, problem, attachments }: ListedMail,
  address: string,
): string {
  const rows = [
    ['to', to],
    ...(replyTo === null ? [] : [['reply to', replyTo]]),
    ['mail', `${call}, ${STATES[state]}`],
    ['at', queuedAt.replace('T', ' ').replace('Z', ' UTC')],
  ];
  const links = attachments.map((file, place) => `<a href="${address}/${id}.${place}">${escaped(fileWords(file))}</a>`);
  const files = links.length === 0 ? '' : `<dt>files</dt><dd>${links.join('<br>')}</dd>`;
  const name = escaped(subject);
  return `<article>
<header>
<h2>${name}</h2>
<dl>${rows.map(([word = '', value = '']) => `<dt>${escaped(word)}</dt><dd>${escaped(value)}</dd>`).join('')}${files}</dl>
${problem === null ? '' : `<p class="told">${escaped(problem)}</p>`}
</header>
<iframe src="${address}/${id}" title="${name}" sandbox="allow-popups" loading="lazy"></iframe>
<details><summary>As plain text</summary><iframe class="text" src="${address}/${id}.txt" title="${name}, as plain text" sandbox loading="lazy"></iframe></details>
</article>`;
}

function fileWords(file: QueuedAttachment): string {
  if (file.kind === 'paper') return `${titleOfPaper(file.paper)}.pdf`;
  // The size of a paper that the same event has kept was not known when the mail was queued.
  return file.size === 0 ? file.name : `${file.name} (${file.size.toLocaleString('en')} bytes)`;
}
