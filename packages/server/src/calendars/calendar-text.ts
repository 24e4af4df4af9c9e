import ICAL from 'ical.js';

/** An entry of a calendar as other programs read it. */
export interface CalendarEntry {
  /** It stays as long as the entry is the same record at the same field. */
  readonly uid: string;
  readonly summary: string;
  /** Whole days, both included (`2026-11-28`), or instants (`2026-11-28T10:00:00Z`); `to` is null without an end. */
  readonly from: string;
  readonly to: string | null;
  readonly isInstant: boolean;
  /** The rule by which a whole day repeats, without its name: `FREQ=WEEKLY;BYDAY=TU`; null if it does not. */
  readonly rule: string | null;
  /** The days of its rule that are left out. */
  readonly except: readonly string[];
  /** When it was changed last, if its reader may know. */
  readonly changedAt: string | null;
  /** The address of its record's screen, if there is one. */
  readonly url: string | null;
}

export interface CalendarContent {
  readonly name: string;
  /** A sentence about what is left out; null if nothing is. */
  readonly note: string | null;
  /** The time zone of the product (IANA). Instants are written in UTC, which needs no rules of zones. */
  readonly timeZone: string;
  readonly entries: readonly CalendarEntry[];
}

/** How often programs are to look for changes. */
const REFRESH_SECONDS = 3600;
const DAY_MILLISECONDS = 86_400_000;

// A folded line begins with a blank, which counts among its 75 octets (RFC 5545, 3.1).
ICAL.foldLength = 74;

/** A calendar in the form of iCalendar (RFC 5545), the same for the same content, byte for byte. */
export function calendarText({ name, note, timeZone, entries }: CalendarContent): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//Nonet//Nonet//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  addText(calendar, 'name', name);
  addText(calendar, 'x-wr-calname', name);
  if (note !== null) {
    addText(calendar, 'description', note);
    addText(calendar, 'x-wr-caldesc', note);
  }
  addText(calendar, 'x-wr-timezone', timeZone);
  const refresh = ICAL.Duration.fromSeconds(REFRESH_SECONDS);
  for (const property of ['refresh-interval', 'x-published-ttl']) {
    const added = new ICAL.Property(property);
    added.resetType('duration');
    added.setValue(refresh);
    calendar.addProperty(added);
  }
  for (const entry of entries) calendar.addSubcomponent(eventOf(entry));
  return `${calendar.toString()}\r\n`;
}

function eventOf({ uid, summary, from, to, isInstant, rule, except, changedAt, url }: CalendarEntry): ICAL.Component {
  const event = new ICAL.Component('vevent');
  addText(event, 'uid', uid);
  const changed = changedAt ?? (isInstant ? from : `${from}T00:00:00Z`);
  event.addPropertyWithValue('dtstamp', instant(changed));
  if (changedAt !== null) event.addPropertyWithValue('last-modified', instant(changedAt));
  if (isInstant) {
    event.addPropertyWithValue('dtstart', instant(from));
    // An end that is not after the beginning is none (3.8.2.2).
    if (to !== null && seconds(to) > seconds(from)) event.addPropertyWithValue('dtend', instant(to));
  } else {
    event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(from));
    // The end of whole days is the day after the last one.
    event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(dayAfter(to === null || to < from ? from : to)));
    // A day on which something is due leaves its reader free.
    event.addPropertyWithValue('transp', 'TRANSPARENT');
  }
  if (rule !== null) event.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  if (except.length > 0) {
    const left = new ICAL.Property('exdate');
    left.resetType('date');
    left.setValues(except.map((day) => ICAL.Time.fromDateString(day)));
    event.addProperty(left);
  }
  addText(event, 'summary', summary);
  if (url !== null) event.addPropertyWithValue('url', url);
  return event;
}

/** A property of type text, on one line and without signs that no text of a calendar may hold (3.3.11). */
function addText(component: ICAL.Component, name: string, value: string): void {
  const property = new ICAL.Property(name);
  // Where the standard does not say that it is a text, the line says so.
  if (property.getDefaultType() !== 'text') property.resetType('text');
  property.setValue(oneLine(value));
  component.addProperty(property);
}

// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\p{Cc}\u2028\u2029]+/gu;

function oneLine(text: string): string {
  return text.replaceAll(NO_TEXT, ' ').trim();
}

function seconds(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

function instant(at: string): ICAL.Time {
  return ICAL.Time.fromJSDate(new Date(seconds(at) * 1000), true);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MILLISECONDS).toISOString().slice(0, 10);
}
