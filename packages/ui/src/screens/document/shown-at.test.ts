import type { ProductView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { shownAt } from './shown-at.ts';

const screen = (
  slug: string,
  kind: string,
  entity: string | null,
  fields: string[] = [],
  parameters: string[] = [],
) => ({
  slug,
  kind,
  entity,
  parameters: parameters.map((name) => ({ name })),
  groups: [{ label: null, columns: fields.map((field) => ({ path: [field] })) }],
});
const PRODUCT = {
  screens: [
    screen('new_claim', 'form', 'Claim', ['purpose']),
    screen('claims', 'list', 'Claim', ['number']),
    screen('board', 'board', 'Claim', ['total']),
    screen('claim', 'record', 'Claim', ['number', 'total'], ['claim']),
    screen('policy', 'page', null),
  ],
  entities: { Claim: { name: 'Claim', rules: [{ clause: '5.V1' }] } },
} as unknown as ProductView;

describe('the places where the product shows a clause', () => {
  test.each([
    ['2.policy', 'policy'],
    ['2.claims.columns.number', 'claims'],
    ['2.claim.fields', 'claims'],
    ['3.Claim', 'claims'],
    ['3.Claim.total', 'board'],
    ['3.Claim.booking', 'claims'],
    ['4.Claim.status.approve', 'claims'],
    ['6.Claim.read.owner', 'claims'],
    ['5.V1', 'new_claim'],
    ['5.V2', undefined],
    ['3.Line.amount', undefined],
    ['9.MAX_LINES', undefined],
  ])('%s: %s', (clause, slug) => {
    expect(shownAt(clause, PRODUCT)?.slug).toBe(slug);
  });
});
