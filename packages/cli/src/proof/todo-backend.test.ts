import { testExample } from '../fixtures/prove-example.ts';

testExample('todo-backend', ['thorough']);
