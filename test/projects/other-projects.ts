import type { FixtureProject } from "./fixture-project.ts";

const PYTHON = { stack: "python", packageManager: null, monorepo: false } as const;
const UNKNOWN = { stack: "unknown", packageManager: null, monorepo: false, commands: {} } as const;
const GO = {
  stack: "go",
  packageManager: null,
  monorepo: false,
  commands: { test: "go test ./...", typecheck: "go vet ./...", build: "go build ./..." },
} as const;
const RUST = {
  stack: "rust",
  packageManager: null,
  monorepo: false,
  commands: {
    test: "cargo test",
    typecheck: "cargo check",
    lint: "cargo clippy",
    build: "cargo build",
    format: "cargo fmt --check",
  },
} as const;
const RUFF = { lint: "ruff check .", format: "ruff format --check ." } as const;

/** Projects without a package.json, as they lie on people's disks. */
export const OTHER_PROJECTS: readonly FixtureProject[] = [
  {
    name: "poetry",
    files: {
      "pyproject.toml":
        '[tool.poetry]\nname = "books"\nversion = "0.1.0"\n\n[tool.poetry.group.dev.dependencies]\npytest = "^8.0"\nmypy = "^1.11"\nblack = "^24"\n\n[build-system]\nrequires = ["poetry-core"]\n',
      "poetry.lock": "",
    },
    profile: { ...PYTHON, commands: { test: "pytest", typecheck: "mypy ." } },
  },
  {
    name: "uv with dependency groups",
    files: {
      "pyproject.toml":
        '[project]\nname = "svc"\nrequires-python = ">=3.12"\n\n[dependency-groups]\ndev = ["pytest>=8", "ruff>=0.6"]\n\n[tool.ruff]\nline-length = 100\n',
      "uv.lock": "",
      ".python-version": "3.12\n",
    },
    profile: { ...PYTHON, commands: { test: "pytest", ...RUFF } },
  },
  {
    name: "hatch",
    files: {
      "pyproject.toml":
        '[build-system]\nrequires = ["hatchling"]\n\n[tool.hatch.envs.default]\ndependencies = [\n  "pytest",\n  "mypy",\n]\n',
    },
    profile: { ...PYTHON, commands: { test: "pytest", typecheck: "mypy ." } },
  },
  {
    name: "ruff for checks, black for formatting",
    files: { "pyproject.toml": "[tool.black]\nline-length = 88\n\n[tool.ruff.lint]\nselect = ['E']\n" },
    profile: { ...PYTHON, commands: { lint: "ruff check ." } },
  },
  {
    name: "setup.py of old, with tox",
    files: {
      "setup.py": "from setuptools import setup\nsetup()\n",
      "tox.ini": "[testenv]\ncommands = pytest tests\n",
    },
    profile: { ...PYTHON, commands: { test: "pytest" } },
  },
  {
    name: "setup.cfg names the tools",
    files: {
      "setup.py": "",
      "setup.cfg":
        "[options.extras_require]\ndev =\n    pytest\n    mypy\n\n[flake8]\nmax-line-length = 99\n",
    },
    profile: { ...PYTHON, commands: { test: "pytest", typecheck: "mypy ." } },
  },
  {
    name: "requirements alone",
    files: { "requirements.txt": "flask==3.0\r\ngunicorn\r\n", "app.py": "" },
    profile: { ...PYTHON, commands: {} },
  },
  {
    name: "requirements for development, Windows line ends",
    files: { "requirements.txt": "flask\r\n", "requirements-dev.txt": "pytest==8.3\r\nruff\r\n" },
    profile: { ...PYTHON, commands: { test: "pytest", ...RUFF } },
  },
  {
    name: "tools that are only talked about",
    files: {
      "pyproject.toml":
        '[project]\nname = "pytest-helpers"\ndescription = "Helpers for pytest and mypy users"\nkeywords = ["pytest", "ruff"]\n# TODO: add ruff\n',
    },
    profile: { ...PYTHON, commands: {} },
  },
  {
    name: "plugins are not the tool",
    files: { "requirements.txt": "pytest-cov\nmypy-extensions\nflake8-ruff\n" },
    profile: { ...PYTHON, commands: {} },
  },
  {
    name: "unittest only",
    files: { "pyproject.toml": '[project]\nname = "x"\n', "tests/test_x.py": "import unittest\n" },
    profile: { ...PYTHON, commands: {} },
  },
  {
    name: "a conftest.py at the top",
    files: { "setup.py": "", "conftest.py": "", "ruff.toml": "" },
    profile: { ...PYTHON, commands: { test: "pytest", ...RUFF } },
  },
  {
    name: "a Go module with a Makefile",
    files: {
      "go.mod": "module example.com/x\n\ngo 1.23\n",
      "main.go": "package main\n",
      Makefile: "test:\n\tgo test ./...\n",
    },
    profile: GO,
  },
  {
    name: "a Go module with golangci's configuration",
    files: { "go.mod": "module x\n", ".golangci.yml": "version: 2\n" },
    profile: GO,
  },
  {
    name: "a Rust crate",
    files: {
      "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
      "Cargo.lock": "",
      "src/main.rs": "",
    },
    profile: RUST,
  },
  {
    name: "a Rust workspace",
    files: { "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n', "crates/a/Cargo.toml": "" },
    profile: RUST,
  },
  {
    name: "maturin: Rust for Python",
    files: { "Cargo.toml": "", "pyproject.toml": '[build-system]\nrequires = ["maturin"]\n' },
    profile: { ...PYTHON, commands: {} },
  },
  { name: "a Makefile alone", files: { Makefile: "test:\n\t./run-tests\n", "main.c": "" }, profile: UNKNOWN },
  { name: "documents", files: { "README.md": "# Notes\n", "docs/a.md": "" }, profile: UNKNOWN },
  { name: "nothing", files: {}, profile: UNKNOWN },
  {
    name: "packages nested below, nothing at the top",
    files: { "web/package.json": '{"scripts":{"test":"x"}}', "api/go.mod": "module x\n" },
    profile: UNKNOWN,
  },
  {
    name: "Java",
    files: { "pom.xml": "<project/>", mvnw: "#!/bin/sh\n" },
    profile: UNKNOWN,
  },
];
