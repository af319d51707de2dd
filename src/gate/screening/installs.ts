import { subcommands } from './options'
import type { Objection } from './screened'
import { objection } from './screened'

const npm =
  'install i in ins inst insta instal isnt isnta isntal isntall add ci clean-install ic install-clean isntall-clean install-test it install-ci-test cit clean-install-test sit update up upgrade udpate link ln dedupe ddp find-dupes create init innit publish login adduser add-user set config c edit explore hook star unpublish deprecate dist-tag owner access token profile team org rebuild rb'
const installing: Readonly<Record<string, string>> = {
  npm,
  pnpm: `install i add update up upgrade dlx create import fetch env self-update setup deploy link ln publish login patch patch-commit rebuild rb install-test it config c`,
  yarn: 'install add up upgrade upgrade-interactive dlx create global set import link plugin policies init publish npm config unplug',
  bun: 'install i add a update upgrade create c x link publish init patch pm',
  pip: 'install download wheel',
  pipx: 'install run upgrade upgrade-all inject reinstall ensurepath runpip environment',
  uv: 'add sync tool python self init publish pip',
  poetry: 'install add update self init publish source config',
  pdm: 'install add update sync self init publish config',
  hatch: 'publish self env python',
  rye: 'install add sync self fetch toolchain publish',
  pipenv: 'install sync update lock',
  conda: 'install create update env',
  mamba: 'install create update env',
  micromamba: 'install create update env',
  gem: 'install update fetch i push',
  bundle: 'install update add init',
  cargo: 'install add update fetch binstall publish login generate vendor search owner yank init new',
  go: 'install get work',
  composer: 'install i require r update u upgrade create-project global self-update',
  dotnet: 'add restore tool nuget workload new',
  nuget: 'install restore update push',
  rustup: 'install update toolchain component target self default override',
  nvm: 'install use alias reinstall-packages',
  fnm: 'install use default',
  volta: 'install fetch pin run setup',
  asdf: 'install plugin update global local',
  mise: 'install use i u upgrade plugins self-update',
  corepack: 'enable prepare use up install pack hydrate',
  deno: 'install add cache upgrade i init',
  mix: 'deps.get deps.update archive.install local.hex local.rebar escript.install',
  cabal: 'install update get fetch',
  stack: 'install update setup upgrade',
  opam: 'install update upgrade init pin',
  luarocks: 'install build download',
  pod: 'install update repo',
  flutter: 'upgrade pub precache',
  dart: 'pub',
  helm: 'repo install upgrade pull push plugin dependency',
  terraform: 'init apply destroy get',
  tofu: 'init apply destroy get',
  playwright: 'install install-deps',
  cypress: 'install',
  puppeteer: 'browsers',
  'pre-commit': 'install autoupdate install-hooks',
  docker: 'pull push login',
  podman: 'pull push login',
}
const bareInstalls = new Set(['yarn', 'bundle'])

/** Package managers when they fetch or install, and bare `yarn` and `bundle`, which install everything. */
export function screenInstall(name: string, args: readonly string[]): Objection | undefined {
  const table = Object.hasOwn(installing, name) ? installing[name] : undefined
  if (table === undefined) return undefined
  if (bareInstalls.has(name) && args.every((arg) => arg.startsWith('-') && !/^-(?:v|-version|h|-help)$/.test(arg))) {
    return objection('network-install', `\`${name}\` without a subcommand installs everything`)
  }
  const known = table.split(' ')
  const found = subcommands(args).find((one) => known.includes(one.toLowerCase()))
  if (found !== undefined) return objection('network-install', `\`${name} ${found}\` installs, fetches or publishes`)
  return moreInstalls(name, args)
}

function moreInstalls(name: string, args: readonly string[]): Objection | undefined {
  if (name === 'go' && args[0] === 'mod' && ['download', 'tidy', 'vendor', 'get'].includes(args[1] ?? '')) {
    return objection('network-install', `\`go mod ${args[1]}\` fetches modules`)
  }
  const remote = args.find(
    (arg) => (name === 'go' && args[0] === 'run' && /@[\w.-]+$/.test(arg)) || (name === 'deno' && /^(?:https?:|npm:|jsr:)/.test(arg)),
  )
  if (remote !== undefined) return objection('network-install', `${JSON.stringify(remote)} is fetched before it is run`)
  const audit = name === 'npm' && args.includes('audit') && args.some((arg) => arg === 'fix' || arg === '--fix')
  return audit ? objection('network-install', '`npm audit fix` installs other versions') : undefined
}
