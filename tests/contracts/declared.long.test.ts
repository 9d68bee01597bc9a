import { declaredResources, isLeftToLong } from './declared/declaredResources.ts';

declaredResources(isLeftToLong);
