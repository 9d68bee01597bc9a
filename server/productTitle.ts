/** The product's name, the same in every language; a deployment may show another in its runtime settings. */
export const PRODUCT_TITLE = '商户管理系统';
