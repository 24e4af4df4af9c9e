import { foldText } from '@nonet/language';

/** The text that is typed into the palette: an event by its label, and the record that it is meant for. */
export interface Command {
  /** In lower case; null if no event is named. */
  readonly verb: string | null;
  readonly rest: string;
}

/** “Approve EX-2026-00008” is an event and a record; anything else is looked for as it is. */
export function readCommand(typed: string, labels: readonly string[]): Command {
  const text = typed.trim();
  const lower = text.toLowerCase();
  const verb = labels
    .map((label) => label.toLowerCase())
    .filter((label) => lower.startsWith(`${label} `))
    .toSorted((one, other) => other.length - one.length)[0];
  return verb === undefined ? { verb: null, rest: text } : { verb, rest: text.slice(verb.length).trim() };
}

/** Whether the typed text means this record: its title begins with the text, or contains it as whole words. */
export function isMeant(title: string, typed: string): boolean {
  const [name, text] = [foldText(title), foldText(typed.trim())];
  const at = name.indexOf(text);
  if (text === '' || at < 0) return false;
  const isInWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  return at === 0 || (!isInWord(name[at - 1]) && !isInWord(name[at + text.length]));
}
