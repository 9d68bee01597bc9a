import { anyRefunds } from './anyRefunds.ts';

anyRefunds(5);
