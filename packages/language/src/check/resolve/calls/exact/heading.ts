import type { DetailsOf } from '../../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import type { Extras } from '../../../../diagnostics/diagnose.ts';
import type { Fix } from '../../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import { EXACT_CALL_METHODS, type ExactCallMethod } from '../../../../model/exact-calls.ts';
import type { Span } from '../../../../source/span.ts';
import type { SpecTree } from '../../../../syntax/tree.ts';
import type { Context } from '../../../context.ts';
import { replacement } from '../../replacement.ts';
import { type Part, part, unquoted } from '../../words.ts';

export interface CallHeading {
  readonly method: ExactCallMethod;
  /** As stated, without the base. */
  readonly path: string;
  readonly parameters: readonly string[];
  readonly words: Part;
}

/** Reads ``GET /articles/{slug}``, in backticks or not. Null if it is no call, which is reported. */
export function readCallHeading(context: Context, quoted: Part): CallHeading | null {
  const words = unquoted(quoted);
  const refuse = (why: DetailsOf<'N730'>['why'], details: Extras = {}): null => {
    context.report('N730', CALLS_CODES.N730, { text: words.text, why }, words.span, details);
    return null;
  };
  if (/^(?:answered|made|shapes)$/i.test(words.text))
    return refuse(
      { because: 'level', heading: words.text },
      {
        fix: withoutOneSign(context.tree, words.span),
      },
    );
  const match = /^([A-Za-z]+)\s+(\/\S*)$/.exec(words.text);
  if (!match?.[1] || match[2] === undefined) return refuse('form');
  const method = EXACT_CALL_METHODS.find((known) => known === match[1]);
  if (method === undefined) {
    const offered = nearest(match[1].toUpperCase(), EXACT_CALL_METHODS);
    const why = { because: 'notAMethod', word: match[1], nearest: offered } as const;
    return refuse(why, replacement(part(words, 0, match[1].length).span, offered));
  }
  const path = match[2];
  if (path !== '/' && path.endsWith('/')) return refuse('slash');
  const parameters: string[] = [];
  for (const segment of path === '/' ? [] : path.slice(1).split('/')) {
    const name = /^\{([A-Za-z_]\w*)\}$/.exec(segment)?.[1];
    if (name === undefined && !/^[A-Za-z0-9._~-]+$/.test(segment))
      return refuse(segment === '' ? 'empty' : { because: 'segment', segment });
    if (name !== undefined && parameters.includes(name)) return refuse({ because: 'twice', name });
    if (name !== undefined) parameters.push(name);
  }
  return { method, path, parameters, words };
}

/** The fix of a heading that is one level too deep. */
function withoutOneSign({ files }: SpecTree, { file, start }: Span): Fix {
  const signs = files.find(({ path }) => path === file)?.text.lastIndexOf('#', start) ?? start;
  return { title: 'Take one # away', edits: [{ span: { file, start: signs, end: signs + 1 }, text: '' }] };
}

/** `get_articles_slug`. */
export function nameOf({ method, path }: CallHeading): string {
  const words = path.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return `${method.toLowerCase()}${words === '' ? '' : `_${words}`}`;
}
