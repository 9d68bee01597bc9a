import { testFittingTexts } from './fittingTexts.ts';

testFittingTexts(['en']);
