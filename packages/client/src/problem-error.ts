import type { FieldProblem, Problem } from './wire.ts';

/** A request that the product refused (`problem.code`), or that did not reach it (`UNREACHABLE`, status 0). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`${problem.code}: ${problem.detail}`, options);
    this.name = 'ProblemError';
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }

  get status(): number {
    return this.problem.status;
  }

  get errors(): readonly FieldProblem[] {
    return this.problem.errors ?? [];
  }
}

/** An answer that is not the product's: a proxy has answered, or the body was lost on the way. */
export class UnexplainedError extends ProblemError {
  constructor(response: Response, options?: ErrorOptions) {
    super(unexpected(response), options);
    this.name = 'UnexplainedError';
  }
}

/** Reads the problem of a response; a response without one gets an error that says so. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const text = await response.text();
  if (response.headers.get('content-type')?.includes('json')) {
    try {
      const body: unknown = JSON.parse(text);
      if (isProblem(body)) return new ProblemError(body);
    } catch (cause) {
      return new UnexplainedError(response, { cause });
    }
  }
  return new UnexplainedError(response);
}

/** The problem of a request that got no answer at all. */
export function unreachable(url: string, cause: unknown): ProblemError {
  return new ProblemError(
    {
      type: 'about:blank',
      title: 'Unreachable',
      status: 0,
      detail: `No answer from ${url}`,
      code: 'UNREACHABLE',
      clause: null,
    },
    { cause },
  );
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'status' in body
  );
}

function unexpected(response: Response): Problem {
  return {
    type: 'about:blank',
    title: response.statusText || 'Unexpected answer',
    status: response.status,
    detail: `The server answered ${response.status} without saying why.`,
    code: 'UNAVAILABLE',
    clause: null,
  };
}
