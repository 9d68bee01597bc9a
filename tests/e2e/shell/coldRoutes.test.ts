import { testColdRoutes } from './coldRoutes.ts';

testColdRoutes(['en']);
