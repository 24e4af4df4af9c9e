import { parse, YAMLParseError } from 'yaml';
import { type ForeignFile, NotReadable } from './foreign.ts';

/** An object of JSON or YAML. */
export type Structure = Readonly<Record<string, unknown>>;

/** YAML takes so much longer to read than JSON that a file has at most so many bytes. */
const YAML_BYTES = 16_000_000;

/**
 * What a file of JSON or YAML has.
 * @throws {NotReadable} at the line where it is neither
 */
export function readStructured({ content }: ForeignFile): unknown {
  const text = content.toString().replace(/^\uFEFF/, '');
  if (/^\s*[{[]/.test(text)) return readJson(text);
  if (content.length > YAML_BYTES)
    throw new NotReadable(1, `YAML is read up to ${YAML_BYTES / 1e6} MB: JSON has no such limit`);
  try {
    // Aliases that stand for aliases would become more than any memory has.
    return parse(text, { logLevel: 'error', maxAliasCount: 1000 });
  } catch (error) {
    if (error instanceof YAMLParseError)
      throw new NotReadable(error.linePos?.[0].line ?? 1, error.message.split(' at line ')[0] ?? error.message);
    throw new NotReadable(1, error instanceof Error ? error.message : String(error));
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [, position] = /position (\d+)/.exec(message) ?? [];
    // Node says no position where the text ends too early, or where the part that it cites is short.
    const at = position === undefined ? text.length : Number(position);
    throw new NotReadable(
      text.slice(0, at).split('\n').length,
      `this is no JSON: ${message.replace(/ in JSON at position.*$/, '')}`,
    );
  }
}

/** The object that a value is; without any member, where it is none. */
export function objectOf(value: unknown): Structure {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is Structure {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
