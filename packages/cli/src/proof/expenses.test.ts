import { testExample } from '../fixtures/prove-example.ts';

testExample('expenses', ['thorough']);
