-- Records are put in once, and demo records once: a product that ran without them may run as "dev" later.
alter table nonet.product add column demo_seeded_at timestamptz;
