import { devEvents } from './dev-events.ts';
import {
  type ListQuery,
  listQueryString,
  type ReportRequest,
  reportQueryString,
  summaryQueryString,
} from './list-query.ts';
import { ProblemError, problemOf, unreachable } from './problem-error.ts';
import type {
  BulkRequest,
  BulkResultView,
  BulkView,
  CanView,
  DashboardView,
  TileView,
  FileDetailsView,
  FileView,
  FoundView,
  HistoryEntryView,
  ImportView,
  PageView,
  RecordView,
  ReportView,
  SummaryView,
} from './wire.ts';
import type { ProductView } from './wire-product.ts';
import type {
  ApiTokenView,
  DemoAccountView,
  NewApiTokenView,
  OpenIdStartView,
  OpenSessionView,
  PreferencesView,
  NewFactorView,
  NewTotpView,
  SecondFactorsView,
  SessionView,
} from './wire-accounts.ts';
import type { DevEvent, DocumentView, GapView } from './wire-document.ts';
import type { CorrectionsBody, CorrectionsView } from './wire-corrections.ts';
import type { VersionDifferencesView, VersionsView } from './wire-versions.ts';
import type { InboxStateView, InboxView, NoticePreferenceView, NoticeWayView } from './wire-notices.ts';
import type { SavedViewBody, SavedViewView } from './wire-views.ts';

export interface ClientOptions {
  /** The origin, without a slash at its end; empty in a browser that the product itself serves. */
  readonly baseUrl: string;
  /** Outside a browser, `withCookies()` keeps the session. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Asks whether a write with warnings is intended; if so, it is sent again with their confirmation. Without this
   * function, a warning is thrown like any refusal.
   */
  readonly confirm?: (warning: ProblemError) => Promise<boolean>;
  /** The language that labels and messages are asked for in, for each request; null: as `fetch` asks by itself. */
  readonly language?: () => string | null;
  /** The format of records' titles for their reader; unchanged by default. */
  readonly title?: (title: string) => string;
}

/** A record with the tag that a later change of it must name (`If-Match`). */
export interface Tagged {
  readonly record: RecordView;
  readonly etag: string | null;
}

interface ReadOptions {
  readonly fields?: readonly string[];
  readonly expand?: readonly string[];
}

interface WriteOptions {
  /** One key per intended write: sent again, it is answered again and not done again. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: string | null;
}

interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The part of an ETag that `If-Match` compares: the record's, without the part that covers this answer alone. */
function versionOf(etag: string): string {
  return etag.replace(/\.[\w-]+"$/, '"');
}

export type Client = ReturnType<typeof createClient>;

/**
 * The product's API, typed. `path` is a collection's name (`claims`). Every refusal is thrown as a `ProblemError`.
 */
export function createClient({
  baseUrl,
  fetch = globalThis.fetch.bind(globalThis),
  confirm,
  language = () => null,
  title,
}: ClientOptions) {
  /** Sends a write, and again with confirmations while the product only warns. */
  async function send(path: string, options: RequestOptions = {}): Promise<Response> {
    const confirmed = new Set<string>();
    for (;;) {
      try {
        return await sendOnce(confirmed.size === 0 ? path : `${path}?confirm=${[...confirmed].join(',')}`, options);
      } catch (error) {
        const codes = error instanceof ProblemError ? (error.problem.confirm ?? []) : [];
        if (!(error instanceof ProblemError) || codes.every((code) => confirmed.has(code))) throw error;
        if (confirm === undefined || !(await confirm(error))) throw error;
        for (const code of codes) confirmed.add(code);
      }
    }
  }

  async function sendOnce(path: string, options: RequestOptions): Promise<Response> {
    const url = `${baseUrl}/api/${path}`;
    const asked = language();
    const headers: Record<string, string> = {
      accept: options.accept ?? 'application/json',
      ...(asked === null ? {} : { 'accept-language': asked }),
      ...options.headers,
    };
    const { body } = options;
    const isAsItIs = body instanceof FormData || body instanceof Blob;
    if (body !== undefined && !isAsItIs) headers['content-type'] = 'application/json';
    let response: Response;
    try {
      response = await fetch(url, {
        method: options.method ?? 'GET',
        headers,
        credentials: 'same-origin',
        ...(body === undefined ? {} : { body: isAsItIs ? body : JSON.stringify(body) }),
        ...(options.signal ? { signal: options.signal } : {}),
      });
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw unreachable(url, cause);
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async function json<T>(path: string, options?: RequestOptions): Promise<T> {
    return (await (await send(path, options)).json()) as T;
  }

  async function tagged(path: string, options?: RequestOptions): Promise<Tagged> {
    const response = await send(path, options);
    const etag = response.headers.get('etag');
    return { record: received((await response.json()) as RecordView), etag: etag && versionOf(etag) };
  }

  /** A record as an answer or a stream has it, as this client gives it on. */
  function received(record: RecordView): RecordView {
    const known = withTextId(record);
    return title === undefined ? known : titled(known, title);
  }

  const record = (path: string, id: string) => `${segment(path)}/${segment(id)}`;

  return {
    received,
    product: (signal?: AbortSignal) => json<ProductView>('-/product', { signal }),
    session: () => json<SessionView>('-/session'),
    /** `by`: the field that people sign in with (`settings.signInBy`). */
    signIn: (name: string, password: string, by = 'email') =>
      json<SessionView>('-/session', { method: 'POST', body: { [by]: name, password } }),
    /** The address at which the browser signs in with a provider; it returns to `next`. */
    signInWith: (provider: string, next: string) =>
      json<OpenIdStartView>(`-/open-id/${encodeURIComponent(provider)}`, { method: 'POST', body: { next } }),
    /** Adds an account, of a user's fields and `password`, and signs it in. */
    signUp: (body: unknown) => json<SessionView>('-/sign-up', { method: 'POST', body }),
    /** One's own password; every other session of this account ends. */
    changePassword: (current: string, password: string) =>
      json<SessionView>('-/password', { method: 'POST', body: { current, password } }),
    signOut: async () => {
      await send('-/session', { method: 'DELETE' });
    },
    /** The answer is the same whether or not a user has this address. */
    askForPasswordLink: async (email: string) => {
      await send('-/password-links', { method: 'POST', body: { email } });
    },
    setPasswordByLink: async (token: string, password: string) => {
      await send('-/password-links/use', { method: 'POST', body: { token, password } });
    },
    apiTokens: () => json<ApiTokenView[]>('-/tokens'),
    makeApiToken: (token: { name: string; roles?: readonly string[]; days?: number }) =>
      json<NewApiTokenView>('-/tokens', { method: 'POST', body: token }),
    /** A token with which other programs read a calendar; its address is in the answer alone. */
    makeCalendarToken: (calendar: { screen: string; name?: string }) =>
      json<NewApiTokenView>('-/tokens', { method: 'POST', body: calendar }),
    revokeApiToken: async (id: string) => {
      await send(`-/tokens/${segment(id)}`, { method: 'DELETE' });
    },
    /** The second step of a sign-in. */
    giveFactor: (given: { code: string } | { recovery_code: string } | { passkey: unknown }) =>
      json<SessionView>('-/session/second-factor', { method: 'POST', body: given }),
    /** The options with which the browser asks for a passkey, in the second step. */
    passkeyRequest: () => json<unknown>('-/session/second-factor/passkey', { method: 'POST', body: {} }),
    secondFactors: () => json<SecondFactorsView>('-/second-factors'),
    beginTotp: () => json<NewTotpView>('-/second-factors/totp', { method: 'POST', body: {} }),
    confirmTotp: (id: string, code: string, name: string) =>
      json<NewFactorView>(`-/second-factors/totp/${segment(id)}`, { method: 'POST', body: { code, name } }),
    /** The options with which the browser makes a passkey. */
    beginPasskey: () => json<unknown>('-/second-factors/passkey', { method: 'POST', body: {} }),
    confirmPasskey: (response: unknown, name: string) =>
      json<NewFactorView>('-/second-factors/passkey/confirm', { method: 'POST', body: { response, name } }),
    renewRecoveryCodes: () =>
      json<{ recovery_codes: string[] }>('-/second-factors/recovery-codes', { method: 'POST', body: {} }),
    removeFactor: async (id: string) => {
      await send(`-/second-factors/${segment(id)}`, { method: 'DELETE' });
    },
    openSessions: () => json<OpenSessionView[]>('-/sessions'),
    endSession: async (id: string) => {
      await send(`-/sessions/${segment(id)}`, { method: 'DELETE' });
    },
    savedViews: (signal?: AbortSignal) => json<SavedViewView[]>('-/views', { signal }),
    saveView: (view: SavedViewBody & { screen: string }) =>
      json<SavedViewView>('-/views', { method: 'POST', body: view }),
    changeView: (id: string, changes: Partial<SavedViewBody>) =>
      json<SavedViewView>(`-/views/${segment(id)}`, { method: 'PATCH', body: changes }),
    deleteView: async (id: string) => {
      await send(`-/views/${segment(id)}`, { method: 'DELETE' });
    },
    inbox: ({ unread, cursor }: { unread: boolean; cursor: string | null }, signal?: AbortSignal) =>
      json<InboxView>(`-/notices?unread=${unread}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`, {
        signal,
      }),
    inboxState: (signal?: AbortSignal) => json<InboxStateView>('-/notices/state', { signal }),
    /** Marks notices by their ids, or all up to one. */
    markNotices: (marked: { ids: readonly string[] } | { until: string }, read: boolean) =>
      json<InboxStateView>(`-/notices/${read ? 'read' : 'unread'}`, { method: 'POST', body: marked }),
    noticePreferences: (signal?: AbortSignal) => json<NoticePreferenceView[]>('-/notices/preferences', { signal }),
    chooseNoticeWay: (notice: string, way: NoticeWayView) =>
      json<NoticePreferenceView>(`-/notices/preferences/${segment(notice)}`, { method: 'PATCH', body: { way } }),
    choosePreferences: (chosen: PreferencesView) =>
      json<PreferencesView>('-/preferences', { method: 'PATCH', body: chosen }),
    document: () => json<DocumentView>('-/document'),
    /** Has words written into the document that a refused one was offered (`nonet dev`). */
    chooseOffer: async (offer: string) => {
      await send('-/dev/offers', { method: 'POST', body: { offer } });
    },
    versions: (signal?: AbortSignal) => json<VersionsView>('-/versions', { signal }),
    versionDifferences: (former: number, now: number, signal?: AbortSignal) =>
      json<VersionDifferencesView>(`-/versions/${former}..${now}`, { signal }),
    /** The records without a place in another document, or (`null`) those that lack what the one in use asks of new ones. */
    corrections: async (document: CorrectionsBody | null, signal?: AbortSignal): Promise<CorrectionsView> => {
      const asked = document === null ? {} : ({ method: 'POST', body: document } as const);
      const view = await json<CorrectionsView>('-/corrections', { ...asked, signal });
      const problems = view.problems.map((each) => ({
        ...each,
        records: title === undefined ? each.records : titled(each.records, title),
      }));
      return { ...view, problems };
    },
    gaps: () => json<GapView[]>('gaps'),
    /** A dashboard; with `wait`, tiles that take longer than so many seconds are answered as `late` then. */
    dashboard: (screen: string, signal?: AbortSignal, wait?: number) =>
      json<DashboardView>(`-/dashboards/${segment(screen)}`, {
        signal,
        ...(wait === undefined ? {} : { headers: { prefer: `wait=${wait}` } }),
      }),
    /** One tile of a dashboard, by its clause; undefined if its reader has no such tile. */
    tile: async (screen: string, clause: string, signal?: AbortSignal): Promise<TileView | undefined> => {
      const parameters = new URLSearchParams({ tile: clause });
      return (await json<DashboardView>(`-/dashboards/${segment(screen)}?${parameters}`, { signal })).tiles[0];
    },

    list: async (path: string, query: ListQuery = {}, signal?: AbortSignal): Promise<PageView> => {
      const page = await json<PageView>(`${segment(path)}${listQueryString(query)}`, { signal });
      return { ...page, items: page.items.map(received) };
    },
    /** The records with a screen of their own that a text finds, of each entity the best. */
    search: async (text: string, signal?: AbortSignal): Promise<FoundView[]> => {
      const found = await json<FoundView[]>(`-/search?${new URLSearchParams({ q: text })}`, { signal });
      return found.map(({ items, ...rest }) => ({ ...rest, items: items.map(received) }));
    },
    /** The number of all records of a list, what the fields of `sum` add up to, and the same of each group of `by`. */
    summary: (path: string, query: ListQuery, sum: readonly string[], by: string | null, signal?: AbortSignal) =>
      json<SummaryView>(`${segment(path)}/summary${summaryQueryString(query, sum, by)}`, { signal }),
    /** The records of a list counted and measured by one or two groupings. */
    report: (path: string, query: ListQuery, asked: ReportRequest, signal?: AbortSignal) =>
      json<ReportView>(`${segment(path)}/report${reportQueryString(query, asked)}`, { signal }),
    /** A report as a file of a type: `text/csv`, or that of a workbook. */
    reportFile: async (path: string, query: ListQuery, asked: ReportRequest, accept: string) =>
      (await send(`${segment(path)}/report${reportQueryString(query, asked)}`, { accept })).blob(),
    /** The list as `text/csv`. */
    exportCsv: async (path: string, query: ListQuery = {}) =>
      (await send(`${segment(path)}${listQueryString(query)}`, { accept: 'text/csv' })).blob(),
    /** Creates a record from each row of a CSV file, all or none. */
    importCsv: (path: string, file: Blob, options: WriteOptions = {}) =>
      json<ImportView>(`${segment(path)}/import`, {
        method: 'POST',
        body: csvOf(file),
        headers: writeHeaders(options),
      }),
    /** The outcome that an import of the file would have. */
    dryRunImport: (path: string, file: Blob) =>
      json<ImportView>(`${segment(path)}/import?dry_run=true`, { method: 'POST', body: csvOf(file) }),
    read: (path: string, id: string, options: ReadOptions = {}, signal?: AbortSignal) =>
      tagged(`${record(path, id)}${listQueryString(options)}`, { signal }),
    create: (path: string, body: unknown, options: WriteOptions = {}) =>
      tagged(segment(path), { method: 'POST', body, headers: writeHeaders(options) }),
    update: (path: string, id: string, body: unknown, options: WriteOptions) =>
      tagged(record(path, id), { method: 'PATCH', body, headers: writeHeaders(options) }),
    delete: async (path: string, id: string, options: WriteOptions) => {
      await send(record(path, id), { method: 'DELETE', headers: writeHeaders(options) });
    },
    restore: (path: string, id: string, options: WriteOptions = {}) =>
      tagged(`${record(path, id)}/restore`, { method: 'POST', body: {}, headers: writeHeaders(options) }),
    /** Erases a person. */
    erase: (path: string, id: string, options: WriteOptions) =>
      tagged(`${record(path, id)}/erase`, { method: 'POST', body: {}, headers: writeHeaders(options) }),
    /** Merges another record into this one, which takes the other's values of some fields. Answers the one that stays. */
    merge: (
      path: string,
      id: string,
      body: { from: { id: string; if_match?: string }; take: readonly string[] },
      options: WriteOptions,
    ) => tagged(`${record(path, id)}/merge-with`, { method: 'POST', body, headers: writeHeaders(options) }),
    /** Fires an event; `id` null for one that creates. */
    fire: (path: string, id: string | null, event: string, body: unknown = {}, options: WriteOptions = {}) =>
      tagged(`${id === null ? segment(path) : record(path, id)}/${segment(event)}`, {
        method: 'POST',
        body,
        headers: writeHeaders(options),
      }),
    /**
     * Does an action on several records, one after the other, with a result for each. Asks once for all warnings, and
     * repeats the records whose warnings were confirmed.
     */
    bulk: async (path: string, request: BulkRequest, idempotencyKey: string): Promise<BulkResultView[]> => {
      const post = async (items: BulkRequest['items'], key: string, query = '') =>
        (
          await json<BulkView>(`${segment(path)}/bulk${query}`, {
            method: 'POST',
            body: { ...request, items },
            headers: writeHeaders({ idempotencyKey: key }),
          })
        ).results;
      const results = await post(request.items, idempotencyKey);
      const warning = warningOf(results);
      if (warning === null || confirm === undefined || !(await confirm(warning))) return results;
      const places = results.flatMap((result, place) => (isWarned(result) ? [place] : []));
      const meant = request.items.filter((_item, place) => places.includes(place));
      const codes = warning.problem.confirm?.join(',') ?? '';
      const again = await post(meant, `${idempotencyKey}-confirmed`, `?confirm=${codes}`);
      return results.map((result, place) => again[places.indexOf(place)] ?? result);
    },
    can: (path: string, id: string, signal?: AbortSignal) => json<CanView>(`${record(path, id)}/can`, { signal }),
    history: (path: string, id: string, signal?: AbortSignal) =>
      json<HistoryEntryView[]>(`${record(path, id)}/history`, { signal }),

    upload: (file: Blob, name: string) => {
      const form = new FormData();
      form.append('file', file, name);
      return json<FileView>('-/files', { method: 'POST', body: form });
    },
    /** A paper of a record, as PDF. */
    paper: async (path: string, id: string, name: string, signal?: AbortSignal): Promise<Blob> =>
      (
        await send(`${segment(path)}/${segment(id)}/papers/${segment(name)}`, {
          accept: 'application/pdf',
          ...(signal === undefined ? {} : { signal }),
        })
      ).blob(),
    paperUrl: (path: string, id: string, name: string) =>
      `${baseUrl}/api/${segment(path)}/${segment(id)}/papers/${segment(name)}`,
    /** A file without its content. */
    fileDetails: (id: string, signal?: AbortSignal) => json<FileDetailsView>(`-/files/${segment(id)}`, { signal }),
    fileUrl: (id: string) => `${baseUrl}/api/-/files/${segment(id)}`,

    demoAccounts: () => json<DemoAccountView[]>('-/dev/accounts'),
    signInAs: (id: string) => json<SessionView>('-/dev/session', { method: 'POST', body: { id } }),
    /** Only in `dev`; ends when the signal aborts or the server closes. */
    devEvents: async function* (signal: AbortSignal): AsyncGenerator<DevEvent> {
      yield* devEvents(await send('-/dev/events', { accept: 'text/event-stream', signal }));
    },
  };
}

function isWarned(result: BulkResultView): boolean {
  return 'problem' in result && (result.problem.confirm ?? []).length > 0;
}

/** The warnings of several records as one. */
function warningOf(results: readonly BulkResultView[]): ProblemError | null {
  const warned = results.flatMap((result) => ('problem' in result && isWarned(result) ? [result.problem] : []));
  const [first] = warned;
  if (first === undefined) return null;
  const errors = new Map(warned.flatMap((problem) => problem.errors ?? []).map((error) => [error.message, error]));
  const codes = [...new Set(warned.flatMap((problem) => problem.confirm ?? []))];
  return new ProblemError({ ...first, errors: [...errors.values()], confirm: codes });
}

/** Programs know every record by a text: where ids are whole numbers on the wire, by its digits. */
function withTextId(record: RecordView): RecordView {
  return { ...record, id: textOfId(record.id) };
}

/** A value with each title formatted: of the record, of records that it refers to, and of the records in its lists. */
function titled<Value>(value: Value, write: (title: string) => string): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => titled(each, write)) as Value;
  if (typeof value !== 'object' || value === null || !('_title' in value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      name === '_title' && typeof each === 'string' ? write(each) : titled(each, write),
    ]),
  ) as Value;
}

function textOfId(id: string | number): string {
  return String(id);
}

/** A file in the type of an upload, whatever type the system gives it. */
function csvOf(file: Blob): Blob {
  return new Blob([file], { type: 'text/csv' });
}

function segment(text: string): string {
  return encodeURIComponent(text);
}

/** An idempotency key. `crypto.randomUUID` exists only where the page came over https. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function writeHeaders(options: WriteOptions): Record<string, string> {
  return {
    'idempotency-key': options.idempotencyKey ?? randomKey(),
    ...(options.ifMatch ? { 'if-match': options.ifMatch } : {}),
  };
}
