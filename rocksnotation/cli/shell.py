"""The command line as typer has it, but in the chosen language: help, usage, and what is said of mistakes in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from rocksnotation.cli.output import aside, lost
from rocksnotation.cli.sentences import recognised
from rocksnotation.cli.speech import OPTION, asked_for, speaking, tell
from rocksnotation.messages import Message, say
from rocksnotation.text import safe

# Typer has click inside it, or beside it in older versions: its errors are reached through the one that it shows.
_UsageError: Any = typer.BadParameter.__bases__[0]


class _Told:
    """What commands and groups have in common: all that they show is told where it is shown."""

    _help: str | None = None

    @property
    def help(self) -> str | None:
        """The help text, in the chosen language."""
        return tell(Message(self._help)) if self._help else self._help

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Writes the usage line."""
        formatter.write_usage(ctx.command_path, " ".join(_usage(ctx)), tell(say("Usage: ")))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the arguments and the options."""
        for kind, heading in (("argument", say("Arguments")), ("option", say("Options"))):
            _section(formatter, heading, list(_rows(ctx, kind)))


class Command(_Told, TyperCommand):
    """One subcommand."""


class Subcommand(NamedTuple):
    """Where the function of a subcommand is, and its help text."""

    module: str
    help: str


class Group(_Told, TyperGroup):
    """The command with all its subcommands, which take its `--lang` too.

    A subcommand is imported when it is run or shown: each has its own needs, and a run needs one of them.
    """

    subcommands: ClassVar[Mapping[str, Subcommand]] = {}

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        # The names are known from the first, for whoever mistypes one.
        self.commands: dict[str, Any] = dict.fromkeys(self.subcommands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The subcommand of that name, or None."""
        if cmd_name in self.subcommands and self.commands[cmd_name] is None:
            self.commands[cmd_name] = self._imported(cmd_name)
        return self.commands.get(cmd_name)

    def _imported(self, name: str) -> Any:
        module, help_text = self.subcommands[name]
        alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
        alone.command(name, cls=Command, help=help_text)(getattr(import_module(module), name))
        command = get_command(alone)
        command.params += [option for option in self.params if OPTION in option.opts]
        return command

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Writes the options and the commands."""
        super().format_options(ctx, formatter)
        limit = formatter.width - 6 - max(map(len, self.commands))
        rows = [
            (name, self.get_command(ctx, name).get_short_help_str(limit)) for name in self.list_commands(ctx)
        ]
        _section(formatter, say("Commands"), rows)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs the command line in the language that it asks for, and leaves the program."""
        with speaking(asked_for(sys.argv[1:] if args is None else args, os.environ)):
            try:
                code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
                sys.stdout.flush()
            except OSError as error:  # all others are told where they arise
                code = lost(error)
            except _UsageError as error:
                if not standalone_mode:
                    raise
                aside("\n".join(_refusal(error)))
                code = error.exit_code
        if standalone_mode:
            sys.exit(code)
        return code


def _usage(ctx: Any) -> Iterator[str]:
    """What stands on the usage line after the command: options, arguments, and subcommands where there are any."""
    yield ctx.command.options_metavar
    yield from (_written(one) for one in ctx.command.get_params(ctx) if one.param_type_name == "argument")
    if isinstance(ctx.command, Group):
        yield ctx.command.subcommand_metavar


def _written(argument: Any) -> str:
    """An argument as people write it: typer itself adds braces and types, in each version others."""
    name = f"{argument.metavar}..." if argument.nargs != 1 else str(argument.metavar)
    return name if argument.required else f"[{name}]"


def _section(formatter: Any, heading: Message, rows: list[tuple[str, str]]) -> None:
    if rows:
        with formatter.section(tell(heading)):
            formatter.write_dl(rows)


def _rows(ctx: Any, kind: str) -> Iterator[tuple[str, str]]:
    """How the parameters of a kind are written, and what they are for."""
    for parameter in ctx.command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record and parameter.param_type_name == kind:
            written, shown = record
            help_ = parameter.help or ""
            # Older versions escape the bracket, for another way of showing it.
            more = shown.removeprefix(help_).strip().removeprefix("\\")
            name = _written(parameter) if kind == "argument" else written
            yield name, "  ".join(filter(None, (tell(Message(help_)), tell(recognised(more)))))


def _refusal(error: Any) -> Iterator[str]:
    """The usage, where to look for help, and what is wrong with the command line."""
    if error.ctx:
        yield error.ctx.get_usage()
        command, option = error.ctx.command_path, error.ctx.help_option_names[0]
        yield tell(say("Try '{command} {option}' for help.", command=command, option=option))
        yield ""
    yield safe(tell(say("Error: {what}", what=recognised(error.format_message()))))
