import { limitsHold } from './limitsHold.ts';

limitsHold(5);
