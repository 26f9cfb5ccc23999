/* main.c: the program `tarry`. All of it is in src/cli, so that the unit tests can link everything but this file. */
#include "cli/commands.h"

int main(int argc, char **argv)
{
    return commands_main(argc, argv);
}
