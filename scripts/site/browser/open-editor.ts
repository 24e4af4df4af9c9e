import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { type Diagnostic as Marked, forceLinting, lintGutter, linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { summarize } from '@nonet/language';
import { checkPart, type Context, contextOf, type Placed } from './check-part.ts';

const MARKS: Readonly<Record<string, Marked['severity']>> = { error: 'error', warning: 'warning', gap: 'info' };

/** Replaces a shown document by an editor that checks it as somebody types. */
export async function openEditor(place: HTMLElement, root: URL): Promise<void> {
  const shown = place.querySelector('pre');
  const text = shown?.textContent ?? '';
  const around = await contextOf(root, place.dataset.part);
  const report = document.createElement('div');
  report.className = 'report';
  report.role = 'status';
  const again = document.createElement('button');
  again.type = 'button';
  again.append('As it was');
  const view = new EditorView({ state: stateOf(text, around, report, root) });
  again.addEventListener('click', () => view.setState(stateOf(text, around, report, root)));
  place.replaceChildren(again, view.dom, report);
  forceLinting(view);
  view.focus();
}

function stateOf(text: string, around: Context, report: HTMLElement, root: URL): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'The document', spellcheck: 'false', tabindex: '0' }),
      lintGutter(),
      linter(
        (view) => {
          const placed = checkPart(view.state.doc.toString(), around);
          report.replaceChildren(...reportOf(placed, view, around, root));
          return placed.flatMap((each) => {
            if (each.from === null) return [];
            const { code, message, severity } = each.diagnostic;
            const mark = MARKS[severity] ?? 'hint';
            return [{ from: each.from, to: each.to, severity: mark, message: `${code}: ${message}` }];
          });
        },
        { delay: 200 },
      ),
    ],
  });
}

function reportOf(placed: readonly Placed[], view: EditorView, around: Context, root: URL): Node[] {
  const summary = document.createElement('p');
  summary.append(summarize(placed.map(({ diagnostic }) => diagnostic)));
  const list = document.createElement('ul');
  for (const each of placed) list.append(itemOf(each, view, around, root));
  return placed.length === 0 ? [summary] : [summary, list];
}

function lineButton(from: number, view: EditorView): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(`line ${view.state.doc.lineAt(from).number}`);
  button.addEventListener('click', () => {
    view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    view.focus();
  });
  return button;
}

function itemOf({ diagnostic, from }: Placed, view: EditorView, around: Context, root: URL): HTMLLIElement {
  const { code, severity, message, fix } = diagnostic;
  const item = document.createElement('li');
  item.className = severity;
  const link = document.createElement('a');
  link.href = new URL(`codes/${code.toLowerCase()}.html`, root).href;
  link.append(`${severity} ${code}`);
  item.append(link, ' ', from === null ? 'elsewhere in the document:' : lineButton(from, view), ` ${message} `);
  if (fix !== undefined) {
    const changes = fix.edits.map(({ span, text }) => ({
      from: span.start - around.before.length,
      to: span.end - around.before.length,
      insert: text,
    }));
    // A fix of another part of the whole can't be seen here.
    if (changes.every((change) => change.from >= 0 && change.to <= view.state.doc.length)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.append(fix.title);
      button.addEventListener('click', () => view.dispatch({ changes }));
      item.append(button);
    }
  }
  return item;
}
