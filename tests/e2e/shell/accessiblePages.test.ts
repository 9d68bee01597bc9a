import { testMenuPages } from './menuPages.ts';

testMenuPages('wide and light');
