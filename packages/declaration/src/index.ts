export type { Action, CreateStep } from './action.ts';
export {
  acceptsValue,
  checkValue,
  type FieldProblem,
  groupProblems,
  isEmpty,
  isShownMask,
  LONGEST_LONGTEXT,
  LONGEST_TEXT,
  MAX_DECIMAL,
  shownOf,
} from './checkValue.ts';
export { type ChildrenField, childLimits, childrenIn, DELETED_LINE, withoutChildren } from './children.ts';
export { computedFields, dependsOnOthers, valuesOfOthers, withComputedValues } from './computed.ts';
export { operandsOf, otherResourceOf, sumsOfLines } from './computedParts.ts';
export { conditionsOf, mayBe, type Standing, standingOf, STANDINGS } from './counts.ts';
export { addDecimals, canonicalDecimal, decimalText, decimalUnits } from './decimal.ts';
export { defaultOf, sequenceOf } from './defaults.ts';
export { hasPeriods, numberIn, type Series, seriesOf } from './sequence.ts';
export { isDay, isInstant } from './dayAndInstant.ts';
export { asDeclaration } from './dashboard.ts';
export {
  type Dashboard,
  type DashboardCard,
  dashboardSchema,
  type Declaration,
  declarationSchema,
} from './declarationSchema.ts';
export type { Choice, Mark } from './fieldParts.ts';
export { type Field, type FieldOf, type FieldType, MOST_CHILDREN, MOST_REFERENCES } from './fieldSchema.ts';
export {
  computedOf,
  filterOf,
  isSearched,
  isSortable,
  isSummable,
  isUnique,
  seePermission,
  writePermission,
} from './fieldTraits.ts';
export { choiceLabel } from './format/choiceLabel.ts';
export { fieldLabel } from './format/fieldLabel.ts';
export { humanise } from './format/humanise.ts';
export { isWholeNumber } from './format/isWholeNumber.ts';
export { formatCount, formatRate, formatShort, formatSize } from './format/numbers.ts';
export { nameSchema } from './names.ts';
export { readInstant } from './format/readInstant.ts';
export { namingReferences, recordName } from './format/recordName.ts';
export { addMonths, daysOf, sameTimeOn } from './format/movedDays.ts';
export {
  addDays,
  countDays,
  dayInZone,
  endOfDay,
  firstOfMonth,
  formatInZone,
  isTimeZone,
  offsetAt,
  type Period,
  startOfDay,
  timeOn,
} from './format/timeZone.ts';
export type { Words } from './format/Words.ts';
export { COMPONENT_KINDS, type ComponentKind, type Components, ICON_NAMES, type IconName } from './keys.ts';
export { type LinesThen, withSumsOfLines } from './lineSums.ts';
export { listFilter } from './listFilter.ts';
export { type Group, type GroupField, groupsIn, isGroup } from './groups.ts';
export { MOST_GROUPS, MOST_TEXTS, splitTexts, withoutRepeats } from './manyTexts.ts';
export { maskValue } from './mask.ts';
export {
  type AmountProblem,
  type AmountScale,
  formatAmount,
  MAX_AMOUNT,
  parseAmount,
  type ParsedAmount,
  readMinorUnits,
} from './money/amount.ts';
export {
  bareCardNumber,
  CARD_NUMBER,
  CARD_NUMBER_CONCERNS,
  cardNumberConcern,
  type CardNumberConcern,
  groupCardNumber,
  isCardNumber,
  withCheckDigit,
} from './money/cardNumber.ts';
export { currencyCodes, scaleByIso } from './money/currencies.ts';
export { type CurrencyData, currencyDataSchema, tenantZone } from './money/currencyData.ts';
export { isoScale, type OwnCurrency, scaleOfCurrency } from './money/scaleOfCurrency.ts';
export {
  constantDefault,
  type Giver,
  giversIn,
  needsToday,
  takenFrom,
  takenValue,
  withDefaultsIn,
} from './newDefaults.ts';
export {
  comparedKind,
  type ComparedKind,
  type Comparison,
  fieldsOf,
  holds,
  type Operand,
  type Predicate,
  readComparison,
} from './predicate.ts';
export { seesAllRecords } from './holdsForAll.ts';
export { hasOwnSets, holdsIn, inScope, permissionsIn, type Scope, wordsIn, wordValue } from './predicateScope.ts';
export { readWord } from './predicateWords.ts';
export { isImportable, MOST_IMPORTED, type ResourceImport } from './importing.ts';
export {
  type FieldGroup,
  type Moment,
  type RecordAlert,
  type RelatedList,
  type ShowGroup,
  toMoment,
} from './recordPage.ts';
export { type CalendarView, type KanbanView, type ListView, viewsOf } from './listViews.ts';
export type { ChartDeclaration } from './chartSchema.ts';
export { chartsOf, type ListChart } from './listCharts.ts';
export { listableFields, type RecordList, type Sort } from './recordList.ts';
export {
  type ConditionalOperation,
  hasRecordOnly,
  isMasked,
  type Resource,
  type TenantType,
  toResource,
} from './resource.ts';
export { permissionsAskedBy, permissionsOf, requirementsOf } from './resourcePermissions.ts';
export { migrationOf } from './migration.ts';
export { foldedName, isAddedByFile, isFor, type MenuPlace, merchantsIn, type RollOut, rollOutOf } from './rollOut.ts';
export { brokenRules, conditionsIn, type Decide, fieldFor, isFixed, type Rule, rulesOf } from './rules.ts';
export { type Given, partsOfSet, readPlaceholder, type SetValue } from './setValues.ts';
export { addressOf, type ShownFormat } from './textFormats.ts';
export { eventName } from './texts/eventName.ts';
export { type Label, labelSchema, placeholdersIn, resolveLabel } from './texts/label.ts';
export { mergeMessages } from './texts/mergeMessages.ts';
export { plainText, textsIn } from './texts/plainText.ts';
export { createTranslator, type Messages, type Translate, withCommonFieldTexts } from './texts/translator.ts';
export { visibleTo } from './visibleTo.ts';
export { webhookEventsOf, webhooksOf } from './webhooks.ts';
