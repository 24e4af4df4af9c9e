import { testExample } from '../fixtures/prove-example.ts';

testExample('reading-room', ['thorough']);
