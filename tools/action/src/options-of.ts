/** The options of `agent-conformance run` that the inputs of the action stand for; an empty input stands for none. */
export function optionsOf(environment: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(inputs).flatMap(([option, variable]) => {
    const value = environment[variable]?.trim() ?? '';
    return value === '' ? [] : [`--${option}`, value];
  });
  const more = (environment.OPTIONS ?? '').split('\n').map((line) => line.trim());
  return [...named, ...more.filter((line) => line !== '').flatMap(splitOption)];
}

const inputs = {
  config: 'CONFIG',
  profile: 'PROFILE',
  budget: 'BUDGET',
  'fail-on': 'FAIL_ON',
  'min-verified': 'MIN_VERIFIED',
  waivers: 'WAIVERS',
  baseline: 'BASELINE',
};

/** `--rate 5` is an option and its value; a value may have spaces. */
function splitOption(line: string): string[] {
  const at = line.indexOf(' ');
  return at === -1 ? [line] : [line.slice(0, at), line.slice(at + 1).trim()];
}
