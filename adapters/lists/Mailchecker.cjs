/**
 * Returns the package `mailchecker`.
 *
 * A CommonJS module loads it, because `import` would scan its module of 1 MB for exports, which takes 27 MB of memory
 * that Node never returns. Bundlers follow this `require`, unlike that of `createRequire`.
 */
exports.loadMailchecker = () => require("mailchecker")
