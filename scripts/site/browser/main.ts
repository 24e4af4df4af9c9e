import type { Section } from '../search-options.ts';

// The script of each page: its search, and its documents that can be tried.

const root = new URL(
  document.querySelector<HTMLScriptElement>('script[data-root]')?.dataset.root || '.',
  location.href,
);

function prepareMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('nav > details');
  // On a telephone the menu is closed until somebody wants it.
  if (menu !== null && matchMedia('(max-width: 60rem)').matches) menu.open = false;
}

function prepareSearch(): void {
  const input = document.querySelector<HTMLInputElement>('header input');
  const found = document.querySelector<HTMLElement>('#found');
  if (input === null || found === null) return;
  const search = async () => {
    const words = input.value.trim();
    const list = words === '' ? '' : await listFor(words);
    if (input.value.trim() !== words) return;
    found.replaceChildren(list);
    found.hidden = words === '';
  };
  input.addEventListener('input', () => void search());

  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.hidden = true;
    if (event.key !== '/' || event.target instanceof HTMLInputElement || isEdited(event.target)) return;
    event.preventDefault();
    input.focus();
  });
}

function isEdited(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable;
}

async function listFor(words: string): Promise<Node | string> {
  try {
    const { findSections } = await import('./find-sections.ts');
    return listOf(await findSections(root, words));
  } catch {
    return 'The search could not be fetched: try again.';
  }
}

function listOf(sections: readonly Pick<Section, 'page' | 'heading' | 'href'>[]): Node {
  if (sections.length === 0) return document.createTextNode('Nothing is found.');
  const list = document.createElement('ul');
  for (const { page, heading, href } of sections) {
    const link = document.createElement('a');
    link.href = new URL(href, root).href;
    link.append(page);
    if (heading !== '') {
      const small = document.createElement('small');
      small.append(heading);
      link.append(small);
    }
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}

/** Puts a button above each document: the editor and the language come when it is pressed. */
function prepareTrying(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.try')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append('Change and check it here');
    button.addEventListener('click', () => {
      button.disabled = true;
      void open(place, button);
    });
    place.prepend(button);
  }
}

async function open(place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  try {
    const { openEditor } = await import('./open-editor.ts');
    await openEditor(place, root);
  } catch {
    button.disabled = false;
    button.replaceChildren('The editor could not be fetched: try again');
  }
}

prepareMenu();
prepareSearch();
prepareTrying();
