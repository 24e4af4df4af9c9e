import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Expression } from '../../../expression/tree.ts';
import { walk } from '../../../expression/walk.ts';
import type { ExactCall, RequestValue, Target } from '../../../model/exact-calls.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 7: Every parameter of a call's path says something. */
export function checkParameters(model: Model, context: Context): void {
  for (const call of model.answered.calls) {
    // A call that always refuses needs no record.
    if (call.does === null || call.does.kind === 'refuse') continue;
    const used = parametersUsed(call);
    const span = context.placeOf(call.clause);
    for (const name of call.parameters) {
      if (used.has(name) || !span) continue;
      const why = { because: 'unused', name } as const;
      context.report('N721', CALLS_CODES.N721, { name, why }, span, { clause: call.clause });
    }
  }
}

function parametersUsed({ does, when }: ExactCall): ReadonlySet<string> {
  const used = new Set<string>();
  const value = (read: RequestValue | null | undefined) => {
    if (read?.from === 'path') used.add(read.name);
  };
  const expression = (read: Expression | null) => {
    if (read === null) return;
    walk(read, (node) => {
      if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === 'path') used.add(node.field);
    });
  };
  const target = (read: Target | null | undefined) => {
    if (!read) return;
    if (read.start !== 'user') value(read.start.by.value);
    for (const step of read.steps) value(step.by.value);
  };
  expression(when);
  switch (does?.kind) {
    case 'create':
      target(does.records.of?.target);
      for (const stated of Object.values(does.values)) expression(stated);
      break;
    case 'list':
      target(does.records.of?.target);
      expression(does.where);
      for (const { condition } of does.filters) expression(condition);
      value(does.search?.text);
      if (does.paging?.kind === 'offset') {
        value(does.paging.limit.value);
        value(does.paging.offset);
      } else if (does.paging) {
        value(does.paging.page);
        value(does.paging.size.value);
      }
      break;
    case 'delete each':
      target(does.records.of?.target);
      expression(does.where);
      break;
    case 'read':
    case 'update':
    case 'delete':
    case 'fire':
      target(does.target);
      break;
    case 'add':
    case 'remove':
      target(does.target);
      target(does.what);
      break;
    case 'sign in':
      value(does.name);
      value(does.password);
      break;
    case undefined:
    case 'nothing':
    case 'refuse':
    case 'reset':
    case 'sign out':
    case 'sign up':
    case 'user':
      break;
  }
  return used;
}
