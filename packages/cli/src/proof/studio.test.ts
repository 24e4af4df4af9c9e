import { testExample } from '../fixtures/prove-example.ts';

testExample('studio', ['thorough']);
