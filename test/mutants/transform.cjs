// Compiles as the other lanes do, with the text of one file replaced: MUTANT names a JSON file with `file` and `text`.
// No source is written, so runs do not disturb each other.
const { readFileSync } = require('node:fs');
const { createTransformer } = require('@swc/jest');

const mutant = JSON.parse(readFileSync(process.env.MUTANT, 'utf8'));
const textOf = (source, file) => (file === mutant.file ? mutant.text : source);

exports.createTransformer = (options) => {
  const plain = createTransformer(options);
  return {
    ...plain,
    process: (source, file, ...rest) => plain.process(textOf(source, file), file, ...rest),
    getCacheKey: (source, file, ...rest) => plain.getCacheKey(textOf(source, file), file, ...rest),
  };
};
