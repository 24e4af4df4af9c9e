import { expect, test } from 'vitest';
import { canBeSchema, inSchema, relationInSchema } from './schema-names.ts';

test.each<[written: string, sent: string]>([
  ['select * from nonet.session', 'select * from "acme"._nonet_session'],
  [
    'select session.id from nonet.session where true',
    'select session.id from "acme"._nonet_session as session where true',
  ],
  ['select s.id from nonet.session s', 'select s.id from "acme"._nonet_session s'],
  [
    'insert into nonet.gap_hit (n) values (1) on conflict do update set n = gap_hit.n + 1',
    'insert into "acme"._nonet_gap_hit as gap_hit (n) values (1) on conflict do update set n = gap_hit.n + 1',
  ],
  ['alter table product."order" add column x int', 'alter table "acme"."order" add column x int'],
  ['create table product.x (y int)', 'create table "acme".x (y int)'],
  ['select nonet."file".id', 'select "acme"."_nonet_file".id'],
  ['select nonet.uuid()', 'select "acme"._nonet_uuid()'],
  [
    `where c.relnamespace in ('product'::regnamespace, 'nonet'::regnamespace)`,
    `where c.relnamespace in ('acme'::regnamespace, 'acme'::regnamespace)`,
  ],
  [`where n.nspname in ('product', 'nonet')`, `where n.nspname in ('acme', 'acme')`],
  [`select to_regclass('nonet.migration')`, `select to_regclass('"acme"._nonet_migration')`],
  [`select nextval('product."claim_id_seq"')`, `select nextval('"acme"."claim_id_seq"')`],
  ['set search_path = product, public, "nonet"', 'set search_path = "acme", public, "nonet"'],
  ['create schema if not exists nonet', 'create schema if not exists "acme"'],
  [
    'create extension if not exists pg_trgm with schema nonet',
    'create extension if not exists pg_trgm with schema public',
  ],
  ['create schema "former_0123456789ab"', 'create schema "acme_former_0123456789ab"'],
  [`where nspname ~ '^former_[0-9a-f]{12}$'`, `where nspname ~ '^acme_former_[0-9a-f]{12}$'`],
  [
    `create function f() returns trigger language plpgsql as 'begin perform nonet.behaviour() = ''nonet.x''; end'`,
    `create function f() returns trigger language plpgsql as 'begin perform "acme"._nonet_behaviour() = ''nonet.x''; end'`,
  ],
  ['do $$ begin drop table product.x; end $$', 'do $$ begin drop table "acme".x; end $$'],
  // Values, words of others and settings of the session are none of its names.
  [`select 'product', 'nonet.session', 'a product.x'`, `select 'product', 'nonet.session', 'a product.x'`],
  [`set local nonet.filling = 'on'`, `set local nonet.filling = 'on'`],
  ['select "product".name, t.product.x, "nonet.session"', 'select "product".name, t.product.x, "nonet.session"'],
  [`select 1 /* nonet.session */ -- product.x`, `select 1 /* nonet.session */ -- product.x`],
])('%s', (written, sent) => {
  expect(inSchema(written, 'acme').text).toBe(sent);
});

test.each<[text: string, names: readonly number[]]>([
  ['select $1::regclass, $2::text', [0]],
  ['select $2::text::regclass, to_regclass($3)', [1, 2]],
  ['select to_regclass(name) from unnest($1::text[]) name', [0]],
  ['select nonet.uuid(), $1::text', []],
])('%s: the values at %j are names', (text, names) => {
  expect(inSchema(text, 'acme').names).toEqual(names);
});

test.each<[name: unknown, now: unknown]>([
  ['product."claim"', '"acme"."claim"'],
  ['nonet.history', '"acme"._nonet_history'],
  [
    ['product."claim"', 'x'],
    ['"acme"."claim"', 'x'],
  ],
  [null, null],
])('the value %j is %j', (name, now) => {
  expect(relationInSchema(name, 'acme')).toEqual(now);
});

test('the locks of two schemas, and those of the two names, are others', () => {
  const texts = [
    'select pg_advisory_lock_shared(1936028005, 3)',
    'select pg_try_advisory_lock(1852796517)',
    `select pg_advisory_xact_lock(hashtextextended('nonet.security_event', 0))`,
    'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  ];
  for (const text of texts) {
    const forms = new Set([text, inSchema(text, 'acme').text, inSchema(text, 'birch').text]);
    expect(forms.size, text).toBe(3);
  }
});

test.each<[name: string, can: boolean]>([
  ['acme', true],
  ['acme_2', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['Acme', false],
  ['2acme', false],
  ['a-b', false],
  ['product', false],
  ['nonet', false],
  ['public', false],
  ['pg_acme', false],
  ['former_0123456789ab', false],
  ['acme_former_0123456789ab', false],
])('a schema of a product may be called %s: %s', (name, can) => {
  expect(canBeSchema(name)).toBe(can);
});
