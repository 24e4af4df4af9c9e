import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer, Request } from '../product.ts';

interface Response {
  readonly content?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Described {
  readonly template: string;
  readonly pattern: RegExp;
}

const DOCUMENT = 'openapi.json';

/** The descriptions of answers to one person in a product's own OpenAPI document. */
export class Description {
  readonly #document: OpenApi;
  readonly #paths: readonly Described[];
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(text: string) {
    this.#document = JSON.parse(text) as OpenApi;
    // Templates without parameters first, as in a router.
    const parameters = (template: string): number => template.split('{').length;
    this.#paths = Object.keys(this.#document.paths)
      .toSorted((a, b) => parameters(a) - parameters(b))
      .map((template) => ({ template, pattern: patternOf(template) }));
    // A description holds more than schemas, which no strict reading of schemas knows.
    this.#ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, DOCUMENT);
  }

  /**
   * The difference between an answer and its description, as words; null if there is none, or no description is
   * needed.
   */
  difference({ method, url, body: sent }: Request, { status, headers, body }: Answer): string | null {
    const path = (url.split('?')[0] ?? '').replace(/\/$/, '');
    const verb = method.toLowerCase();
    const found = this.#paths.find(
      ({ template, pattern }) => pattern.test(path) && this.#document.paths[template]?.[verb] !== undefined,
    );
    // Refused requests need not be described, and neither do those of the product's own pages.
    if (found === undefined) {
      // A change of nothing changes nothing.
      const isOfUse = verb !== 'patch' || Object.keys(sent ?? {}).length > 0;
      return status < 300 && isPublic(path) && isOfUse && saysSomething(body) ? `${verb} is not described` : null;
    }
    const responses = this.#document.paths[found.template]?.[verb]?.responses ?? {};
    const key = String(status) in responses ? String(status) : 'default';
    const response = responses[key];
    if (response === undefined) return `${verb} does not list the status ${status}`;
    const { content = {} } = response;
    const stated = headers['content-type'];
    const type = typeof stated === 'string' ? (stated.split(';')[0] ?? '') : '';
    if (body === '') return Object.keys(content).length === 0 ? null : `${verb} ${key} has no body`;
    if (content[type] === undefined) return `${verb} ${key} does not list the type ${type}`;
    if (!type.endsWith('json')) return null;
    const pointer = ['paths', found.template, verb, 'responses', key, 'content', type, 'schema'];
    const validate = this.#validator(pointer);
    if (validate(JSON.parse(body))) return null;
    const [error] = validate.errors ?? [];
    const place = (error?.instancePath ?? '').replaceAll(/\/\d+/g, '/#');
    return `${verb} ${key}: ${place} ${error?.message ?? ''} ${JSON.stringify(error?.params)}`;
  }

  #validator(pointer: readonly string[]): ValidateFunction {
    const escaped = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `${DOCUMENT}#/${escaped.join('/')}`;
    const known = this.#validators.get($ref) ?? this.#ajv.compile({ $ref });
    this.#validators.set($ref, known);
    return known;
  }
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** `/api/-/` serves the product's own screens; addresses outside of `/api` are its pages and the exact calls. */
function isPublic(path: string): boolean {
  return path.startsWith('/api/') && !path.startsWith('/api/-/') && !['/api/gaps', '/api/openapi.json'].includes(path);
}

/**
 * A list of unreadable records is empty, like its sums and reports, several actions in one request are refused one by one, and so is each row of
 * a dry run by somebody whose roles only the database knows (6).
 */
function saysSomething(body: string): boolean {
  const answered: unknown = body.startsWith('{') ? JSON.parse(body) : null;
  const { items, results, rows, count, measures } = (answered ?? {}) as {
    items?: unknown[];
    results?: { status: number }[];
    rows?: { errors: unknown[] }[];
    count?: number;
    measures?: string[];
  };
  if (measures !== undefined) return rows?.length !== 0;
  if (count === 0) return false;
  return (
    items?.length !== 0 &&
    results?.every(({ status }) => status >= 300) !== true &&
    rows?.every(({ errors }) => errors.length > 0) !== true
  );
}
