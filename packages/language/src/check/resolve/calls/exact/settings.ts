import type { DetailsOf } from '../../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import { TABLE_CODES } from '../../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import { durationMicroseconds, parseDuration } from '../../../../expression/duration.ts';
import type { ExactCalls } from '../../../../model/exact-calls.ts';
import type { Cell, Table } from '../../../../syntax/tree.ts';
import { EXACT_CALL_SETTINGS } from '../../../../vocabulary/exact-calls.ts';
import { isStandardError, STANDARD_ERRORS } from '../../../../vocabulary/standard-errors.ts';
import { reportTwice } from '../../names.ts';
import { replacement } from '../../replacement.ts';
import { readSettings, type Setting } from '../../table.ts';
import { type Part, part, splitList } from '../../words.ts';
import { readErrorForm } from './error-form.ts';
import type { ShapePlace } from './place.ts';

export type Settings = Omit<ExactCalls, 'calls' | 'shapes'>;

const NOTHING: Settings = {
  base: '',
  token: null,
  cookie: null,
  lastsSeconds: null,
  origins: null,
  errors: null,
  errorsOf: {},
};

/** Reads the settings of the exact calls, `errors CODE` among them. */
export function readExactCallSettings(place: ShapePlace, tables: readonly Table[]): Settings {
  const settings = { ...NOTHING };
  const seen = new Map<string, Part>();
  for (const table of tables) {
    for (const [name, setting] of readSettings(place.context, table, 'setting', null)) {
      const key = part(setting.key, 0, setting.key.text.length);
      const first = seen.get(name);
      if (first) reportTwice(place.context, 'setting', key, first);
      else Object.assign(settings, readSetting(place, setting, settings));
      seen.set(name, key);
    }
  }
  return settings;
}

function readSetting(place: ShapePlace, { key, value, span }: Setting, so: Settings): Partial<Settings> {
  const { context } = place;
  const name = key.text.toLowerCase();
  const ofError = /^errors\s+(\S+)$/.exec(key.text)?.[1];
  const setting = EXACT_CALL_SETTINGS.find((known) => known === name);
  if (setting === undefined && ofError === undefined) {
    const offered = nearest(name, EXACT_CALL_SETTINGS);
    const details = { key: key.text, nearest: offered, known: [...EXACT_CALL_SETTINGS, 'errors CODE'] };
    context.report('N029', TABLE_CODES.N029, details, key.span, replacement(key.span, offered));
    return {};
  }
  const clause = `7.answered.${name.replace(/\s+/g, '_')}`;
  context.place(clause, span);
  if (value.absence === 'not shown') {
    context.gap(clause, { because: 'exactSetting', name: key.text }, value.span);
    return {};
  }
  if (value.absence !== null) return {};
  if (ofError !== undefined)
    return readErrorOf(place, part(key, key.text.length - ofError.length, key.text.length), value, so);
  const refuse = (form: DetailsOf<'N729'>['form']): Partial<Settings> => {
    context.report('N729', CALLS_CODES.N729, { text: value.text, form }, value.span);
    return {};
  };
  switch (setting) {
    case 'base':
      // Without a base, paths begin at the root.
      if (value.text === '/') return { base: '' };
      return /^(\/[A-Za-z0-9._~-]+)+$/.test(value.text) ? { base: value.text } : refuse('base');
    case 'token': {
      const scheme = /^(?:Authorization:\s*)?([A-Za-z][A-Za-z0-9-]*)\s+\{token\}$/.exec(value.text)?.[1];
      return scheme === undefined ? refuse('token') : { token: scheme };
    }
    case 'session': {
      const cookie = /^cookie\s+([A-Za-z0-9!#$%&'*+.^_`|~-]+)$/.exec(value.text)?.[1];
      return cookie === undefined ? refuse('session') : { cookie };
    }
    case 'lasts': {
      const lastsSeconds = readSeconds(place, part(value, 0, value.text.length));
      return { lastsSeconds };
    }
    case 'origins': {
      const origins = splitList(value).map((item) => item.text);
      if (origins.length === 1 && (origins[0] === '*' || origins[0] === 'any')) return { origins: 'any' };
      const ill = origins.some((origin) => !/^https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?$/.test(origin));
      return ill ? refuse('origins') : { origins };
    }
    case 'errors':
      return { errors: readErrorForm(place, value) };
    case undefined:
      return {};
  }
}

function readErrorOf(place: ShapePlace, code: Part, value: Cell, so: Settings): Partial<Settings> {
  const known = new Set([...place.declared.errors, ...Object.keys(STANDARD_ERRORS)]);
  if (!isStandardError(code.text) && !known.has(code.text)) {
    const offered = nearest(code.text, known);
    const form = { because: 'code', nearest: offered } as const;
    place.context.report(
      'N729',
      CALLS_CODES.N729,
      { text: code.text, form },
      code.span,
      replacement(code.span, offered),
    );
    return {};
  }
  const form = readErrorForm(place, value);
  return form ? { errorsOf: { ...so.errorsOf, [code.text]: form } } : {};
}

/** Reads `30 days` as seconds; null if it is no duration, which is reported. */
export function readSeconds({ context }: ShapePlace, words: Part): number | null {
  const read = context.value(words);
  if (read === null) return null;
  const value = read.value.kind === 'literal' && read.type.kind === 'duration' ? read.value.value : null;
  const duration = typeof value === 'string' ? parseDuration(value) : null;
  const seconds = duration ? Math.round(durationMicroseconds(duration) / 1_000_000) : 0;
  if (duration && seconds > 0) return seconds;
  context.report('N729', CALLS_CODES.N729, { text: words.text, form: 'duration' }, words.span);
  return null;
}
