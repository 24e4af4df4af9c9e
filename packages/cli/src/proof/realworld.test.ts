import { testExample } from '../fixtures/prove-example.ts';

testExample('realworld', ['thorough']);
