function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Programs whose purpose is to run another command, or text as a command. */
export const wrappers = words(`
  eval exec command builtin source . trap alias enable env sudo doas su runuser nohup timeout gtimeout nice ionice setsid stdbuf unbuffer script scriptreplay watch time
  strace ltrace gdb lldb valgrind flock chroot unshare nsenter taskset chrt numactl setarch linux32 linux64 busybox toybox xargs gxargs parallel entr expect caffeinate
  systemd-run start-stop-daemon daemonize tmux screen rlwrap dbus-run-session xvfb-run fakeroot proot firejail bwrap catchsegv setpriv capsh cgexec prlimit pkexec gosu
  su-exec s6-setuidgid runcon newgrp sg ssh ssh-agent rsh mosh slogin autossh sshpass cmd start nodemon concurrently onchange chokidar foreman honcho direnv dotenv
  dotenvx cross-env cross-env-shell env-cmd start-server-and-test wait-for-it hyperfine
`)

/** Programs that fetch or send over a network. */
export const fetchers = words(`
  curl wget wget2 aria2c fetch ftp lftp tftp sftp scp nc ncat netcat socat telnet http https xh httpie lynx links elinks w3m dig nslookup host ping gh glab hub
  aws gcloud gsutil az s3cmd rclone youtube-dl yt-dlp
`)

/** Package managers of a system: whatever they are asked, it isn't a check. */
export const systemInstallers = words(`
  apt apt-get aptitude dpkg yum dnf microdnf rpm zypper apk pacman yay brew port snap flatpak nix-env nix-shell nix choco winget scoop emerge pkg pkg_add xbps-install
  easy_install cpan cpanm ppm uvx bunx pkgx softwareupdate
`)

/** Editors and pagers, which run commands on request. */
export const editors = words('vi vim nvim view ex ed emacs emacsclient nano pico less more most man info')

/** Shells by name; a script from the repository may be given to them, text may not. */
export const shells = words('sh bash dash zsh ksh mksh ash fish csh tcsh rbash pwsh powershell nu elvish xonsh yash')

/** Interpreters that take a program as text: the short options, those of its short options that take a value, and the long ones. */
export const interpreters: Readonly<
  Record<string, { readonly short: string; readonly values: string; readonly long?: readonly string[] }>
> = {
  node: { short: 'epi', values: 'rC', long: ['--eval', '--print', '--interactive'] },
  nodejs: { short: 'epi', values: 'rC', long: ['--eval', '--print', '--interactive'] },
  tsx: { short: 'ep', values: 'rC', long: ['--eval', '--print'] },
  'ts-node': { short: 'epi', values: 'rPOICDH', long: ['--eval', '--print', '--interactive'] },
  'babel-node': { short: 'ep', values: 'r', long: ['--eval', '--print'] },
  bun: { short: 'ep', values: 'rc', long: ['--eval', '--print'] },
  perl: { short: 'eE', values: 'IMmFxCDV0li' },
  ruby: { short: 'e', values: 'IrCEFKTWxi0' },
  php: { short: 'rBRE', values: 'dczfgS', long: ['--run', '--process-code', '--process-begin', '--process-end'] },
  lua: { short: 'ei', values: 'l' },
  luajit: { short: 'ei', values: 'lj' },
  rscript: { short: 'e', values: '' },
  r: { short: 'e', values: 'fg' },
  osascript: { short: 'e', values: 'ls' },
  groovy: { short: 'e', values: 'cp' },
  scala: { short: 'e', values: 'DJ' },
  julia: { short: 'eE', values: 'LJCtpHO', long: ['--eval', '--print'] },
  elixir: { short: 'e', values: 'rS', long: ['--eval', '--rpc-eval'] },
  erl: { short: '', values: '', long: ['--eval'] },
  racket: { short: 'e', values: 'tlpk', long: ['--eval'] },
  guile: { short: 'c', values: 'Lls' },
  clojure: { short: 'e', values: 'AMXTSJ' },
  bb: { short: 'e', values: 'fmx' },
  octave: { short: '', values: 'p', long: ['--eval'] },
  coffee: { short: 'e', values: 'ro', long: ['--eval'] },
  tclsh: { short: '', values: '' },
  jshell: { short: 'R', values: '', long: ['--execution'] },
}

type RunningOptions = {
  readonly short?: string
  readonly values?: string
  readonly long?: readonly string[]
  readonly words?: readonly string[]
}

/** Options and words with which a program runs another program. */
export const runningOptions: Readonly<Record<string, RunningOptions>> = {
  find: { words: ['-exec', '-execdir', '-ok', '-okdir'] },
  gfind: { words: ['-exec', '-execdir', '-ok', '-okdir'] },
  fd: { short: 'xX', values: 'tedEgcjSo', long: ['--exec', '--exec-batch'] },
  fdfind: { short: 'xX', values: 'tedEgcjSo', long: ['--exec', '--exec-batch'] },
  rg: { long: ['--pre', '--hostname-bin'] },
  sort: { long: ['--compress-program'] },
  tar: {
    short: 'I',
    values: 'fCTX',
    long: ['--to-command', '--checkpoint-action', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script'],
  },
  zip: { long: ['--unzip-command', '--test-command'], words: ['-TT'] },
  rsync: { short: 'e', long: ['--rsh', '--rsync-path'] },
  split: { long: ['--filter'] },
  tcpdump: { words: ['-z'] },
  go: { words: ['-exec', '-toolexec', '-vettool', '--exec', '--toolexec', '--vettool'] },
  cargo: { long: ['--config'] },
  make: { short: 'E', values: 'CfIjlWo', long: ['--eval'], words: ['SHELL', 'MAKEFLAGS', '.SHELLFLAGS', 'MAKE'] },
  gmake: { short: 'E', values: 'CfIjlWo', long: ['--eval'], words: ['SHELL', 'MAKEFLAGS', '.SHELLFLAGS', 'MAKE'] },
  gcc: { words: ['-wrapper'] },
  npm: { long: ['--script-shell', '--node-options', '--init-module', '--shell', '--editor', '--viewer'] },
  pnpm: { long: ['--script-shell', '--shell-mode', '--node-options'] },
  npx: { long: ['--script-shell', '--node-options'] },
  nx: { words: ['run-commands', 'exec'] },
  lerna: { words: ['exec'] },
  gradle: { short: 'I', values: 'DPbcpx', long: ['--init-script'] },
  gradlew: { short: 'I', values: 'DPbcpx', long: ['--init-script'] },
  docker: { words: ['run', 'exec'] },
  podman: { words: ['run', 'exec'] },
  kubectl: { words: ['exec', 'run', 'debug'] },
  vagrant: { words: ['ssh'] },
  cmake: { words: ['-E', '-P'] },
  deno: { words: ['eval', 'repl'] },
  openssl: { words: ['s_client', 's_server', '-engine'] },
  watchexec: { words: [] },
}

/** Variables that make programs load code or run commands; an assignment before a command is else a person's to judge. */
export const loadingVariables =
  /^(?:PATH|IFS|ENV|BASH_ENV|BASH_FUNC.*|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|SHELL|EDITOR|VISUAL|PAGER|BROWSER|HOME|XDG_CONFIG_HOME|ZDOTDIR|CDPATH|LD_.*|DYLD_.*|GCONV_PATH|NODE_PATH|NODE_REPL.*|NODE_EXTRA.*|PYTHON(?:PATH|HOME|STARTUP|INSPECT|BREAKPOINT|EXECUTABLE|USERBASE|WARNINGS)|PYTEST_(?:ADDOPTS|PLUGINS)|PERL5?(?:LIB|OPT|DB|SHELL)|RUBY(?:LIB|OPT|SHELL)|GEM_(?:PATH|HOME)|BUNDLE_.*|LUA_(?:INIT|PATH|CPATH).*|PHP_INI_SCAN_DIR|PHPRC|CLASSPATH|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|JAVA_HOME|MAVEN_OPTS|MAVEN_ARGS|GRADLE_OPTS|GRADLE_USER_HOME|GIT_.*|SSH_.*|RSYNC_RSH|TAR_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES|MAKE|CC|CXX|LD|AR|RUSTC|RUSTC_.*|RUSTDOC|RUSTFLAGS|CARGO_.*|GOFLAGS|GOPROXY|GOTOOLCHAIN|GOROOT|npm_config_.*|NPM_CONFIG_.*|YARN_.*|PIP_.*|UV_.*|COREPACK_.*|.*_PROXY|.*_proxy|LESSOPEN|LESSCLOSE|MANPAGER|TERMINFO|AWKPATH|AWKLIBPATH)$/
