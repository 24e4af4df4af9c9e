import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { failed, type FunctionCallRequest, type Outcome } from './outcome.ts';
import { MOST_CHARACTERS, readResult } from './result.ts';

/** The bounds of one call. They don't depend on the machine, so that a call has the same outcome everywhere. */
const BOUNDS = {
  memoryBytes: 16 * 1024 * 1024,
  stackBytes: 256 * 1024,
  /** QuickJS asks about every 10,000 steps (calls and turns of loops) whether to go on. */
  interrupts: 200,
} as const;

/**
 * What a function finds: ECMAScript without a clock, without chance, and without anything that depends on when memory
 * is cleaned up. Of the surroundings (files, network, process) a context has nothing to begin with.
 */
const INTRINSICS = {
  BaseObjects: true,
  Eval: true,
  StringNormalize: true,
  RegExp: true,
  RegExpCompiler: true,
  JSON: true,
  MapSet: true,
  TypedArrays: true,
  BigInt: true,
  Promise: true,
  Date: false,
  Proxy: false,
} as const;
const WITHOUT = 'delete Math.random; delete globalThis.WeakRef; delete globalThis.FinalizationRegistry;';

/** Calls functions, each in a new world that ends with the call: nothing is left of one for the next. */
export type Sandbox = (request: FunctionCallRequest) => Outcome;

let loaded: Promise<Sandbox> | undefined;

/**
 * Loads the interpreter, once (0.2 s). A call has at most 2,000,000 steps and 16 MiB. What a built-in does in one step
 * (the search of a regular expression) is not counted: `FunctionHost` bounds its time.
 */
export function loadSandbox(): Promise<Sandbox> {
  loaded ??= load().then((quickJs) => (request) => {
    const size = request.arguments.reduce<number>((sum, each) => sum + String(each).length, 0);
    if (size > MOST_CHARACTERS) return failed('memory', `its values have ${size} characters`);
    const runtime = quickJs.newRuntime();
    try {
      runtime.setMemoryLimit(BOUNDS.memoryBytes);
      runtime.setMaxStackSize(BOUNDS.stackBytes);
      let interrupts = 0;
      runtime.setInterruptHandler(() => {
        interrupts += 1;
        return interrupts > BOUNDS.interrupts;
      });
      const context = runtime.newContext({ intrinsics: INTRINSICS });
      try {
        return callIn(context, request);
      } finally {
        context.dispose();
      }
    } finally {
      runtime.dispose();
    }
  });
  return loaded;
}

/** Most products are given nothing, and load nothing of it. */
async function load(): Promise<QuickJSWASMModule> {
  const [{ newQuickJSWASMModuleFromVariant }, { default: variant }] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-singlefile-mjs-release-sync'),
  ]);
  return newQuickJSWASMModuleFromVariant(variant);
}

function callIn(context: QuickJSContext, request: FunctionCallRequest): Outcome {
  const prepared = context.evalCode(WITHOUT);
  if (prepared.error) return failureOf(context, prepared.error);
  prepared.value.dispose();
  const evaluated = context.evalCode(request.source, 'given.js', { type: 'module' });
  if (evaluated.error) return failureOf(context, evaluated.error);
  const handles: QuickJSHandle[] = [evaluated.value];
  try {
    const called = context.getProp(evaluated.value, request.exported);
    handles.push(called);
    const given = request.arguments.map((value) => {
      const handle = asHandle(context, value);
      handles.push(handle);
      return handle;
    });
    const returned = context.callFunction(called, context.undefined, ...given);
    if (returned.error) return failureOf(context, returned.error);
    handles.push(returned.value);
    return readResult(request.result, plainOf(context, returned.value));
  } finally {
    for (const handle of handles) handle.dispose();
  }
}

function asHandle(context: QuickJSContext, value: string | number | boolean): QuickJSHandle {
  if (typeof value === 'string') return context.newString(value);
  if (typeof value === 'number') return context.newNumber(value);
  return value ? context.true : context.false;
}

/** A primitive value; of anything else its kind alone is known, so that no code of the function runs any more. */
function plainOf(context: QuickJSContext, handle: QuickJSHandle): unknown {
  switch (context.typeof(handle)) {
    case 'boolean':
      return context.sameValue(handle, context.true);
    case 'number':
      return context.getNumber(handle);
    case 'string':
      return context.getString(handle);
    case 'undefined':
      return undefined;
    default:
      return context.sameValue(handle, context.null) ? null : Object;
  }
}

/** The reason of an exception. Its words are read as data: a thrown object's own code could run without end. */
function failureOf(context: QuickJSContext, error: QuickJSHandle): Outcome {
  const name = plainProperty(context, error, 'name');
  const words = plainProperty(context, error, 'message');
  error.dispose();
  const message = [name, words].filter((part) => part !== '').join(': ') || 'it threw a value that is no error';
  if (name === 'InternalError' && words === 'interrupted') return failed('time', message);
  if (name === 'InternalError' && /out of memory|stack overflow/.test(words)) return failed('memory', message);
  return failed('exception', message);
}

function plainProperty(context: QuickJSContext, of: QuickJSHandle, name: string): string {
  const kind = context.typeof(of);
  if (kind === 'string') return name === 'message' ? context.getString(of) : '';
  if (kind !== 'object' || context.sameValue(of, context.null)) return '';
  const property = context.getProp(of, name);
  try {
    return context.typeof(property) === 'string' ? context.getString(property) : '';
  } finally {
    property.dispose();
  }
}
