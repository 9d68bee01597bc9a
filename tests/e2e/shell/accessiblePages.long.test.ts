import { testMenuPages } from './menuPages.ts';

testMenuPages('narrow and dark');
