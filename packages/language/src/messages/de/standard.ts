import type { StandardError } from '../../vocabulary/standard-errors.ts';
import type { standard as english } from '../en/standard.ts';

const MESSAGES: Readonly<Record<StandardError, string>> = {
  NOT_SPECIFIED: 'Die Spezifikation sagt noch nicht, was hier geschieht.',
  UNAUTHENTICATED: 'Melden Sie sich zuerst an.',
  WRONG_CREDENTIALS: 'Der Name oder das Passwort ist falsch.',
  FORBIDDEN: 'Sie dürfen das nicht tun.',
  NOT_FOUND: 'Hier ist nichts, oder Sie dürfen es nicht sehen.',
  METHOD_NOT_ALLOWED: 'Das gibt es, aber nicht für diese Methode.',
  INVALID: 'Das ist nicht zu verstehen.',
  REQUIRED: 'Das ist eine Pflichtangabe.',
  TOO_LONG: 'Das ist zu lang.',
  TOO_SHORT: 'Das ist zu kurz.',
  OUT_OF_RANGE: 'Das liegt außerhalb des Erlaubten.',
  NO_MATCH: 'Das hat nicht die richtige Form.',
  FUNCTION_FAILED: 'Das konnte nicht geprüft werden.',
  NOT_ALLOWED: 'Diese Auswahl ist nicht erlaubt.',
  NOT_UNIQUE: 'Das ist schon vergeben.',
  IN_USE: 'Etwas anderes verweist noch darauf.',
  INVALID_TRANSITION: 'Das ist im jetzigen Zustand nicht möglich.',
  STALE: 'Jemand hat dies inzwischen geändert. Sehen Sie es noch einmal an, bevor Sie speichern.',
  PRECONDITION_REQUIRED: 'Sagen Sie, welche Fassung Sie ändern (Kopfzeile If-Match).',
  IDEMPOTENCY_CONFLICT: 'Dieser Idempotency-Key wurde für eine andere Anfrage benutzt.',
  TOO_MANY_REQUESTS: 'Zu viele Anfragen. Versuchen Sie es etwas später noch einmal.',
  TOO_LARGE: 'Das ist zu groß.',
  UNSUPPORTED_MEDIA_TYPE: 'Diese Art von Datei oder Inhalt wird nicht angenommen.',
  UNAVAILABLE: 'Das ist im Moment nicht verfügbar. Versuchen Sie es etwas später noch einmal.',
  INTERNAL: 'Auf unserer Seite ist etwas schiefgegangen.',
};

export const standard: typeof english = {
  standard: ({ code }) => MESSAGES[code],
};
