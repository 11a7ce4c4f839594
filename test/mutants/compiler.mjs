import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Tells whether a library still compiles with another text of one file. */
export class Compiler {
  #changed = { file: '', text: '' };
  #version = 0;
  #service;

  constructor(root, files) {
    const options = optionsOf(root);
    this.#service = ts.createLanguageService({
      ...ts.sys,
      useCaseSensitiveFileNames: () => true,
      getScriptFileNames: () => files,
      getScriptVersion: (file) => (file === this.#changed.file ? `${this.#version}` : '0'),
      getScriptSnapshot: (file) => {
        const text = file === this.#changed.file ? this.#changed.text : ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
  }

  compiles(file, text, importers) {
    this.#changed = { file, text };
    this.#version++;
    return [file, ...importers].every(
      (one) =>
        this.#service.getSyntacticDiagnostics(one).length === 0 &&
        this.#service.getSemanticDiagnostics(one).length === 0,
    );
  }
}

function optionsOf(root) {
  const { config } = ts.parseConfigFileTextToJson('', readFileSync(join(root, 'tsconfig.base.json'), 'utf8'));
  return {
    ...ts.convertCompilerOptionsFromJson(config.compilerOptions, root).options,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    noEmit: true,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
  };
}
