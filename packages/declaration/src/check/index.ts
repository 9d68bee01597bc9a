export type { CheckEnvironment, OwnIndexes } from './CheckEnvironment.ts';
export type { Problem } from './Problem.ts';
export { type ProblemId, PROBLEMS } from './catalogue.ts';
export { checkDeclaration } from './checkDeclaration.ts';
export {
  checkDeclarations,
  type CheckedDeclarations,
  type CheckedFiles,
  checkInSteps,
  type DeclarationFile,
} from './checkDeclarations.ts';
export { nearest } from './nearest.ts';
export { problemText } from './problemText.ts';
export { FIELD_TYPES, filtersOf } from './shape/fieldTypes.ts';
export { createPlaces, nodeAt, pointerOf } from './syntax/places.ts';
