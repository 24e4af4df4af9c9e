import type { CDPSession, Page } from '@nonet/browser';

/** The parts of a node of Chromium's accessibility tree that are read here. */
export interface AccessibleNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly backendDOMNodeId?: number;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly value?: { readonly value?: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** The roles that need a name: of what is acted on, and of what is shown without text. */
const NEEDS_NAME = new Set(
  'button link textbox searchbox combobox listbox option checkbox radio switch slider spinbutton tab menuitem menuitemcheckbox menuitemradio image img dialog alertdialog'.split(
    ' ',
  ),
);
/** Boxes without a meaning of their own, and the pieces of a text that the text itself already says. */
const SILENT = new Set(['generic', 'none', 'InlineTextBox', 'LineBreak', 'ListMarker', 'LayoutTable', 'MenuListPopup']);
/** Roles whose content is their name alone: a screen reader does not go into them. */
const WHOLE = new Set('button option checkbox radio switch tab menuitem image img separator'.split(' '));
const SAID = new Set([
  'level',
  'required',
  'invalid',
  'expanded',
  'checked',
  'pressed',
  'selected',
  'disabled',
  'live',
  'modal',
]);

export const roleOf = (node: AccessibleNode): string => node.role?.value ?? '';
export const nameOf = (node: AccessibleNode): string => (node.name?.value ?? '').trim();
export const descriptionOf = (node: AccessibleNode): string => (node.description?.value ?? '').trim();

/** The accessibility tree of a page, as a screen reader gets it. */
export class AccessibilityTree {
  readonly #session: CDPSession;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<AccessibilityTree> {
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    await session.send('DOM.enable');
    return new AccessibilityTree(session);
  }

  async nodes(): Promise<readonly AccessibleNode[]> {
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    return nodes;
  }

  /** The element with the focus; null if it is the page itself. */
  async focused(): Promise<AccessibleNode | null> {
    const { result } = await this.#session.send('Runtime.evaluate', {
      expression: 'document.activeElement === document.body ? null : document.activeElement',
    });
    if (result.objectId === undefined) return null;
    const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    return nodes[0] ?? null;
  }

  /** Does what a screen reader's command “activate” does: the focus goes to the element, which is then clicked. */
  async activate(node: AccessibleNode, how: 'click' | 'focus'): Promise<void> {
    const { backendDOMNodeId: backendNodeId } = node;
    if (backendNodeId === undefined) throw new Error(`${describe(node)} is no element.`);
    const { object } = await this.#session.send('DOM.resolveNode', { backendNodeId });
    if (object.objectId === undefined) throw new Error(`${describe(node)} is not in the page any more.`);
    await this.#session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration:
        how === 'click' ? 'function () { this.focus?.(); this.click(); }' : 'function () { this.focus(); }',
    });
  }
}

/** A node as a line of the record: `textbox “Purpose” required, invalid (The purpose is missing.)`. */
export function describe(node: AccessibleNode): string {
  const said = (node.properties ?? [])
    .filter(({ name, value }) => SAID.has(name) && value.value !== false && value.value !== 'false')
    .map(({ name, value }) =>
      value.value === true || value.value === 'true' ? name : `${name} ${String(value.value)}`,
    );
  const value = node.value?.value;
  const parts = [
    roleOf(node),
    ...(nameOf(node) === '' ? [] : [`“${nameOf(node)}”`]),
    ...(value === undefined || value === '' ? [] : [`= ${JSON.stringify(value)}`]),
    said.join(', '),
    descriptionOf(node) === '' ? '' : `(${descriptionOf(node)})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** The tree as lines in reading order, deeper nodes further in. */
export function read(nodes: readonly AccessibleNode[]): string[] {
  return inOrder(nodes).map(({ node, depth }) => `${'  '.repeat(depth)}${describe(node)}`);
}

/** The nodes that are read out, in their order. */
function inOrder(nodes: readonly AccessibleNode[]): { readonly node: AccessibleNode; readonly depth: number }[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const read: { node: AccessibleNode; depth: number }[] = [];
  const roots = nodes.filter(({ parentId }) => parentId === undefined || !byId.has(parentId));
  const visit = (node: AccessibleNode, depth: number, around: string): void => {
    const isSilent = node.ignored || SILENT.has(roleOf(node)) || roleOf(node) === '';
    // A text that is the name of what it lies in has been said.
    const isRepeated = roleOf(node) === 'StaticText' && (nameOf(node) === '' || nameOf(node) === around);
    const isShown = !isSilent && !isRepeated;
    // A label is the name of its input.
    if (roleOf(node) === 'LabelText') return;
    if (isShown) read.push({ node, depth });
    if (isShown && WHOLE.has(roleOf(node))) return;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) visit(child, isShown ? depth + 1 : depth, isShown ? nameOf(node) : around);
    }
  };
  for (const root of roots) visit(root, 0, '');
  return read;
}

/** The obstacles of a tree: what has no name, what is wrong without saying why, and headings that leave out a level. */
export function obstaclesIn(nodes: readonly AccessibleNode[]): string[] {
  const found: string[] = [];
  // A dialog has no heading of the first level: the screen behind it has.
  let level = /dialog/.test(nodes.map(roleOf).join(' ')) ? 1 : 0;
  for (const { node } of inOrder(nodes)) {
    const property = (name: string) => node.properties?.find((each) => each.name === name)?.value.value;
    if (NEEDS_NAME.has(roleOf(node)) && nameOf(node) === '') found.push(`a ${roleOf(node)} has no name`);
    if (property('invalid') === 'true' && descriptionOf(node) === '')
      found.push(`${roleOf(node)} “${nameOf(node)}” is invalid, and does not say why`);
    if (roleOf(node) === 'heading') {
      const own = Number(property('level'));
      if (own > level + 1) found.push(`heading “${nameOf(node)}” of level ${own} follows one of level ${level}`);
      level = own;
    }
  }
  return found;
}
